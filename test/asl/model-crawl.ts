import type { UnitTicket } from '#core/archive/plan.ts';
import type { MachineWorker } from '#test/asl/surf-machine.ts';
import type { ModelPage, ModelWeb } from '#test/model/model-web.ts';
import { workUnit } from '#test/model/model-worker.ts';

/** A page that links the next, `length` times. */
export const chain = (length: number): ModelWeb => {
  const urls = Array.from({ length }, (_, n) => `http://h.test/${n}`);
  const pages = urls.map((url, n): [string, ModelPage] => [url, pageOf(url, urls.slice(n + 1, n + 2))]);
  return { seeds: urls.slice(0, 1), pages: new Map(pages) };
};

/** One page links all others. */
export function fan(count: number): ModelWeb {
  const links = Array.from({ length: count }, (_, n) => `http://h.test/${n}`);
  const root = 'http://h.test/';
  const pages = [root, ...links].map((url): [string, ModelPage] => [url, pageOf(url, url === root ? links : [])]);
  return { seeds: [root], pages: new Map(pages) };
}

export const pageOf = (url: string, links: readonly string[]): ModelPage => ({
  type: 'page',
  links,
  body: `body of ${url}`,
  flaky: false,
});

/**
 * Works as long before it writes, with a sign of life every two seconds, as workers give.
 * @param ask gets every requested URL
 */
export function beatingWorker(web: ModelWeb, ms: number, ask: (url: string) => void): MachineWorker {
  const tried = new Map<string, number>();
  return async (ticket, surf) => {
    const { archive, units, clock } = surf;
    const { execution, wave, unit } = ticket;
    const token = surf.random();
    if (!(await units.begin({ execution, wave, unit }, token, clock.now()))) return;
    const until = clock.elapsed + ms;
    while (clock.elapsed < until) {
      await clock.sleep(BEAT_MS);
      await units.beat({ execution, wave, unit }, token, { now: clock.now(), live: NOTHING_YET });
    }
    const parts = { web, tried, ask, token, chunk: 2, dieAfter: Number.POSITIVE_INFINITY };
    await workUnit(ticket, { ...parts, archive, units, now: clock.now() });
  };
}

const BEAT_MS = 2_000;
const NOTHING_YET = { fetched: 0, stored: 0, failed: 0, bytes: 0, waiting: [] };

/**
 * Works without HTTP; takes a second a unit.
 * @param dies which units never report, by wave and unit
 */
export function modelWorker(web: ModelWeb, dies: (ticket: UnitTicket) => boolean = () => false): MachineWorker {
  const tried = new Map<string, number>();
  return async (ticket, surf) => {
    const { archive, units, clock } = surf;
    const parts = { web, tried, ask: () => undefined, token: surf.random(), chunk: 2 };
    const dieAfter = dies(ticket) ? 0 : Number.POSITIVE_INFINITY;
    const lived = await workUnit(ticket, { ...parts, archive, units, now: clock.now(), dieAfter });
    await clock.sleep(1_000);
    if (!lived) throw new Error('Runtime exited with error: signal: killed');
  };
}
