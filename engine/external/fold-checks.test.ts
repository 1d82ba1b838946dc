import { beforeEach, describe, expect, it } from 'vitest';
import { externalHead, externalPrefix } from '#core/archive/object-keys.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExternalCheck } from '#core/external/external-check.ts';
import type { ExternalLink } from '#core/external/external-link.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { externalRegister } from '#engine/external/external-register.ts';
import { type Checks, foldChecks, type KeyedCheck } from '#engine/external/fold-checks.ts';
import { keepExternal } from '#engine/external/keep-external.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';
import { EndedCrawl } from '#test/fakes/ended-crawl.ts';

const [A, B, C] = ['http://a.test/', 'http://b.test/', 'http://c.test/'] as const;
const CHECK = 'x0checkcheck' as ExecutionId;

/** `dead@5`: found dead at that time. */
function answer(said: string): ExternalCheck {
  const [state = '', at = ''] = said.split('@');
  const time = Number(at);
  return { state: state as ExternalCheck['state'], status: null, at: time, since: time, execution: CHECK };
}

/** Answers by URL. */
const answers = (said: Readonly<Record<string, string>>): KeyedCheck[] =>
  Object.entries(said)
    .map(([url, text]) => ({ key: urlKeyOf(url), check: answer(text) }))
    .sort((x, y) => (x.key < y.key ? -1 : 1));

/** @param between runs behind the first answer */
const checksOf = (said: Readonly<Record<string, string>>, between?: () => Promise<unknown>): Checks =>
  async function* () {
    for (const [i, one] of answers(said).entries()) {
      yield one;
      if (i === 0) await between?.();
    }
  };

describe('answers to external links (G2)', () => {
  let crawl: EndedCrawl;
  let row: Execution;
  beforeEach(async () => {
    crawl = new EndedCrawl();
    row = await crawl.end({ outside: [A, B, C] });
    await keepExternal(crawl.ports, { row });
  });

  /** `http://a.test/ dead@5-7`: since when, and when it was asked last. */
  const saidOf = async (of = row): Promise<string[]> => {
    const register = await externalRegister(crawl.ports, of);
    const files = await Promise.all(register?.files.map(({ object }) => crawl.archive.get(object)) ?? []);
    const links = files.flatMap((bytes) => parseLines<ExternalLink>(bytes));
    const words = links.map(({ url, check }) =>
      check === undefined ? url : `${url} ${check.state}@${check.since}-${check.at}`,
    );
    return words.sort();
  };
  const keys = (of = row): string[] => crawl.archive.keys.filter((key) => key.startsWith(externalPrefix(of.id)));
  const fold = (checks: Checks, of = row): Promise<boolean> => foldChecks(crawl.ports, of.id, checks);

  it('are in the register with their sums, and the register before is gone', async () => {
    expect(await fold(checksOf({ [A]: 'dead@5', [C]: 'alive@6', 'http://other.test/': 'alive@7' }))).toBe(true);

    expect(await saidOf()).toEqual([`${A} dead@5-5`, B, `${C} alive@6-6`]);
    expect((await externalRegister(crawl.ports, row))?.checks).toEqual({ alive: 1, dead: 1, unknown: 0 });
    expect(keys()).toHaveLength(3);
  });

  it('are the newer ones in any order, since the first of an equal state', async () => {
    const [early, late] = [checksOf({ [A]: 'dead@5', [B]: 'dead@5' }), checksOf({ [A]: 'dead@9', [B]: 'alive@8' })];
    await fold(early);
    await fold(late);
    const inTurn = await saidOf();
    const other = await crawl.end({ outside: [A, B, C] });
    await keepExternal(crawl.ports, { row: other });
    await fold(late, other);
    await fold(early, other);

    expect(inTurn).toEqual([`${A} dead@5-9`, `${B} alive@8-8`, C]);
    expect(await saidOf(other)).toEqual(inTurn);
  });

  it('that are known already write nothing', async () => {
    await fold(checksOf({ [A]: 'dead@5' }));
    const before = keys();

    await fold(checksOf({ [A]: 'dead@5', 'http://other.test/': 'alive@7' }));

    expect(keys()).toEqual(before);
  });

  it('of two checks that end at once are both kept', async () => {
    await fold(checksOf({ [A]: 'dead@5', [B]: 'dead@5' }, () => fold(checksOf({ [C]: 'alive@6' }))));

    expect(await saidOf()).toEqual([`${A} dead@5-5`, `${B} dead@5-5`, `${C} alive@6-6`]);
    expect(keys()).toHaveLength(3);
  });

  it('are read by the next execution, also of a check that ends while its register is made', async () => {
    await fold(checksOf({ [A]: 'dead@5' }));
    const next = await crawl.end({ outside: [A], base: row.id });
    const { archive } = crawl;
    let isLate = false;
    const slow = {
      list: archive.list.bind(archive),
      delete: archive.delete.bind(archive),
      get: archive.get.bind(archive),
      range: archive.range.bind(archive),
      put: async (...object: Parameters<typeof archive.put>) => {
        if (object[0] === externalHead(next.id, next.wave) && !isLate) {
          isLate = true;
          await fold(checksOf({ [B]: 'alive@6' }));
        }
        return await archive.put(...object);
      },
    };

    expect(await keepExternal({ ...crawl.ports, archive: slow }, { row: next })).toBeNull();

    expect(isLate).toBe(true);
    expect(await saidOf(next)).toEqual([`${A} dead@5-5`, `${B} alive@6-6`, C]);
  });

  it('are not lost when the register before is replaced while it is read', async () => {
    const next = await crawl.end({ outside: [A], base: row.id });
    const { archive } = crawl;
    let isLate = false;
    const range: typeof archive.range = async (...asked) => {
      if (asked[0].includes('-links-') && !isLate) {
        isLate = true;
        await fold(checksOf({ [B]: 'alive@6' }));
      }
      return await archive.range(...asked);
    };
    const bound = { list: archive.list.bind(archive), delete: archive.delete.bind(archive), range };
    const torn = { ...bound, get: archive.get.bind(archive), put: archive.put.bind(archive) };

    expect(await keepExternal({ ...crawl.ports, archive: torn }, { row: next })).toBeNull();

    expect(isLate).toBe(true);
    expect(await saidOf(next)).toEqual([A, `${B} alive@6-6`, C]);
  });

  it('outlive a resume, which makes the register again, and its end once more', async () => {
    await fold(checksOf({ [A]: 'dead@5' }));
    const resumed = { ...row, wave: row.wave + 1 };

    await keepExternal(crawl.ports, { row: resumed });
    await keepExternal(crawl.ports, { row: resumed });

    expect(await saidOf(resumed)).toEqual([`${A} dead@5-5`, B, C]);
    expect(keys()).toHaveLength(3);
  });

  it('have no place where the execution left no register', async () => {
    const none = await crawl.end({ external: { keep: false } });

    expect(await fold(checksOf({ [A]: 'dead@5' }), none)).toBe(false);
  });
});
