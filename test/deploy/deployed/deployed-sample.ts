import { setTimeout } from 'node:timers/promises';
import type { DeployedApi } from '#test/deploy/deployed/deployed-api.ts';
import type { DeployedCallers } from '#test/deploy/deployed/deployed-callers.ts';
import { deployedCommand } from '#test/deploy/deployed/deployed-command.ts';
import { startSite } from '#test/site/site.ts';

const PAGES = 30;
/** Fewer would be on so many pages that their words tell none from the others. */
const SUBJECTS = ['cord lamp shade', 'anchor mast sail', 'flour oven yeast', 'brush easel paint', 'cello oboe viola'];

/** A deployment and its callers. */
export interface DeployedPlace {
  readonly surf: DeployedApi;
  readonly callers: DeployedCallers;
}

export const isSubject = (words: unknown): boolean =>
  SUBJECTS.includes((words as string[]).slice(0, 3).sort().join(' '));

/** What `surf` says of a sample at a deployment, each as the objects that it printed. */
export interface DeployedSample {
  readonly status: readonly Record<string, unknown>[];
  readonly verified: readonly Record<string, unknown>[];
  readonly external: readonly Record<string, unknown>[];
  /** The same after a check of the links. */
  readonly checked: readonly Record<string, unknown>[];
  /** What a check by the API would request, that it ran, and whose answer the register has then. */
  readonly started: { readonly next: unknown; readonly status: number; readonly isAnswer: boolean };
  readonly topics: readonly Record<string, unknown>[];
  /** Steps of its walks that came to a page, together. */
  readonly visits: number;
}

/** Walks through pages of five subjects; the first page has a link that leaves the site. */
export async function sampleAtDeployment({ surf, callers }: DeployedPlace): Promise<DeployedSample> {
  const site = await startSite({
    handler: (exchange) => {
      const n = Number(exchange.url.pathname.slice(1));
      const links = [2 * n + 1, 2 * n + 2, 3 * n + 5].map((to) => `<a href="/${to % PAGES}">${to}</a>`);
      const text = `${SUBJECTS[n % SUBJECTS.length]} ${n} `.repeat(20);
      const outside = n === 0 ? '<a href="http://partner.test/">partner</a>' : '';
      exchange.html(`<title>Page ${n}</title><main><p>${text}</p>${links.join('')}${outside}</main>`);
    },
  });
  const id = await callers
    .crawl({
      name: 'sample',
      seeds: [`${site.origin(0)}/0`],
      order: 'sample',
      sample: { walks: 4, steps: 10 },
      external: { keep: true, allowed: ['partner.test'] },
    })
    .finally(() => site.close());
  const say = (...args: readonly string[]) => deployedCommand(surf, ...args);
  const verified = await say('verify', id);
  const external = await linesOnce(
    () => true,
    () => say('external', id),
  );
  const [check] = await say('external', id, '--check');
  await callers.crawl(check ?? {});
  const checked = await linesOnce(
    ({ check }) => typeof check === 'object' && check !== null,
    () => say('external', id),
  );
  const started = await startedByApi(callers, { id, list: () => say('external', id) });
  const pages = await say('export', id, '--format', 'jsonl', '--columns', 'url,visits', '-o', '-');
  return {
    status: await say('status', id),
    verified,
    external,
    checked,
    started,
    topics: await say('topics', id, '--topics', '5'),
    visits: pages.reduce((sum, { visits }) => sum + Number(visits ?? 0), 0),
  };
}

/** As the button of the console does. */
async function startedByApi(
  callers: DeployedCallers,
  { id, list }: { readonly id: string; readonly list: () => Promise<Line[]> },
): Promise<DeployedSample['started']> {
  const path = `/v1/executions/${id}/external/check`;
  const { body: next } = await callers.send('GET', `${path}?days=0`);
  const { status, body } = await callers.send('POST', path, { body: { days: 0 } });
  const isOfIt = ({ check }: Line) => (check as Line | null | undefined)?.execution === body.execution;
  return { next, status, isAnswer: (await linesOnce(isOfIt, list)).length > 0 };
}

type Line = Record<string, unknown>;

/**
 * A register is written, or gets the answers of a check, a moment after a status says that an
 * execution has ended.
 */
async function linesOnce(isThere: (line: Line) => boolean, list: () => Promise<Line[]>): Promise<Line[]> {
  for (let look = 0; look < 240; look++) {
    const lines = await list();
    if (lines.some(isThere)) return lines;
    await setTimeout(250);
  }
  throw new Error('it does not come into the register');
}
