import { fitted } from '#cli/terminal/fitted.ts';
import { count, counted, duration, rate } from '#cli/terminal/format.ts';
import type { ExecutionStatus } from '#core/execution/execution.ts';
import { printable } from '#core/model/printable.ts';

interface TimedWait {
  readonly cause: string;
  /** Epoch ms. */
  readonly until: number;
  /** Advice to the user; null: there is nothing to do but wait. */
  readonly remedy: string | null;
}

/** Figures of a running crawl. */
export interface Progress {
  readonly status: ExecutionStatus;
  readonly pages: number;
  /** Current pages per second. */
  readonly perSecond: number;
  readonly level: number;
  /** Share of known URLs that are settled, 0 to 1. */
  readonly done: number;
  readonly pending: number;
  readonly failed: number;
  /** The wait of the whole crawl. */
  readonly waiting: TimedWait | null;
  readonly hosts: readonly (TimedWait & { readonly host: string })[];
  readonly stopping: boolean;
}

const BAR_CELLS = 20;
/** Narrowest terminal with room for a bar, in columns. */
const BAR_FROM = 60;

/**
 * The line on a terminal. On a narrow one it loses parts from the end; it never wraps.
 * @param columns width of the terminal; the last column stays free, so that the cursor stays on the
 * line
 */
export function progressBar(progress: Progress, now: number, columns: number): string {
  const bar = columns >= BAR_FROM ? `${blocks(progress.done)} ` : '';
  let line = bar;
  for (const [i, part] of partsOf(progress, now).entries()) {
    const next = i === 0 ? `${line}${part}` : `${line} · ${part}`;
    if (i > 0 && next.length > columns - 1) break;
    line = next;
  }
  return fitted(line, columns - 1);
}

/** The line without a terminal. @param seconds since the start */
export const progressText = (progress: Progress, now: number, seconds: number): string =>
  `${duration(seconds)}: ${partsOf(progress, now).join(', ')}`;

function partsOf(progress: Progress, now: number): string[] {
  const { pages, perSecond, level, pending, failed, stopping } = progress;
  const parts = [counted(pages, 'page'), `now ${rate(perSecond)}`, `level ${level}`, `${count(pending)} to do`];
  if (failed > 0) parts.push(`${count(failed)} failed`);
  if (stopping) parts.unshift('stopping');
  const waits = waitsOf(progress, now);
  if (waits !== null) parts.push(waits);
  return parts;
}

function waitsOf({ waiting, hosts }: Progress, now: number): string | null {
  if (waiting !== null) return `waiting ${left(waiting.until, now)}for ${printable(waiting.cause)}`;
  const [first] = hosts;
  if (first === undefined) return null;
  const who = hosts.length === 1 ? '1 host waits' : `${hosts.length} hosts wait`;
  return `${who} (${printable(first.host)}: ${printable(first.cause)})`;
}

/** Lines about waits that a user can shorten: the same while the causes stay the same. */
export const waitNotes = ({ waiting, hosts }: Pick<Progress, 'waiting' | 'hosts'>): string[] =>
  [...(waiting === null ? [] : [waiting]), ...hosts.map((wait) => ({ ...wait, cause: `${wait.host}: ${wait.cause}` }))]
    .filter(({ remedy }) => remedy !== null)
    .map(({ cause, remedy }) => `${printable(cause)}. ${remedy}`);

const left = (until: number, now: number): string => (until - now < 1_000 ? '' : `${duration((until - now) / 1_000)} `);

function blocks(done: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, done)) * BAR_CELLS);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}]`;
}
