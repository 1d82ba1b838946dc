import { describe, expect, it } from 'vitest';
import { History } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const A = 'http://a.example';
const B = 'http://b.example';

const WEB: Record<string, ScriptedPage> = {
  [`${A}/`]: { links: [`${A}/1`, `${A}/2`, `!${A}/3`, `${A}/moved`, 'http://out.example/', `${B}/1`], encoding: 'gzip' },
  [`${B}/`]: { links: [`${B}/1`, `${A}/3`, `${B}/late`], encoding: 'br' },
  [`${A}/1`]: { body: 'same', links: [`${A}/4`, `${A}/dead`] },
  [`${A}/2`]: { body: 'same', links: [`!${A}/5`, `${A}/4`], encoding: 'zstd' },
  [`${A}/3`]: { links: [`${A}/5`] },
  [`${A}/moved`]: { redirect: `${A}/target` },
  [`${A}/target`]: { links: [`${A}/6`, 'http://out.example/2'] },
  [`${B}/1`]: { body: 'same', links: [`${B}/gone`] },
  [`${B}/late`]: { deferred: 1, links: [`${B}/2`] },
  [`${A}/4`]: { links: [`${A}/`] },
  [`${A}/5`]: { links: [] },
  [`${A}/6`]: { redirect: `${A}/4` },
  [`${A}/dead`]: { kills: true },
  [`${B}/2`]: { links: [] },
};
const SEEDS = [`${A}/`, `${B}/`, `${A}/#again`.replace('#again', '')];

async function crawled(workflow: Record<string, unknown> = {}): Promise<History> {
  const history = new History((url) => WEB[url]);
  await history.crawl({ seeds: SEEDS, ...workflow });
  return history;
}

describe('verify (N3)', () => {
  it('holds for a history with redirects, duplicates, deferrals, failures and dead workers', async () => {
    const history = await crawled();

    const report = await history.verify();

    expect(report.differences).toEqual([]);
    expect(report).toMatchObject({ holds: true, total: 0 });
    expect(report.counts).toEqual((await history.row()).counts);
  });
});
