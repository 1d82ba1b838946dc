import { describe, expect, it } from 'vitest';
import { explain } from '#engine/explain/explain.ts';
import { listTasks } from '#engine/list-tasks/list-tasks.ts';
import { amount } from '#test/campaign.ts';
import type { History } from '#test/verify/history.ts';
import { randomHistory } from '#test/verify/random-history.ts';

/** What both commands say of every URL, as sentences. */
async function sentences(history: History): Promise<{ listed: string[]; explained: string[] }> {
  const { catalog, objects: archive, tasks, units, clock } = history;
  const ports = { catalog, archive, tasks, units, clock, hosts: { robots: async () => null } };
  const listed: string[] = [];
  const explained: string[] = [];
  for await (const view of listTasks(ports, history.id)) {
    const { url, state, outcome, reason, status, level, via, attempts } = view;
    listed.push([url, state, outcome, reason, status, level, via, attempts, view.errors.length].join(' '));
    const said = await explain(ports, history.id, url);
    const { type = null, reason: why = null, status: answer = null } = said.outcome ?? {};
    const found = said.found?.chain[0]?.url ?? null;
    explained.push(
      [url, said.state, type, why, answer, said.found?.level, found, said.attempts, said.errors.length].join(' '),
    );
    if (said.found?.complete !== true) explained.push(`${url}: the way to the seed is not known`);
    if (said.merged !== null) explained.push(`${url}: merged with itself`);
    if ((state === 'scheduled' || state === 'interrupted') !== (said.pending !== null))
      explained.push(`${url}: pending`);
  }
  return { listed, explained };
}

describe('explain and the list of tasks', () => {
  it('say the same of every URL of made-up webs under made-up limits, paused, continued and with dying workers', async () => {
    const webs = amount({ gate: 30, campaign: 60 });
    let urls = 0;
    for (let seed = 1; seed <= webs; seed++) {
      const { listed, explained } = await sentences(await randomHistory(seed));

      expect([seed, explained]).toEqual([seed, listed]);
      urls += listed.length;
    }

    expect(urls).toBeGreaterThan(16 * webs);
  });
});
