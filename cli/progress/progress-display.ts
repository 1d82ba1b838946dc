import { setTimeout } from 'node:timers/promises';
import { type Progress, progressBar, progressText, waitNotes } from '#cli/progress/progress-line.ts';
import type { ProgressWatch } from '#cli/progress/progress-watch.ts';

/** A stream that may be a terminal. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const REDRAW_MS = 250;
const LINE_MS = 5_000;
/** Time until the first check for waits that a user can shorten. */
const FIRST_CHECK_MS = 1_000;
/**
 * Longest interval between lines. They come at a tenth of the crawl's time, so a long crawl prints
 * fewer.
 */
const MOST_LINE_MS = 60_000;
const ERASE_LINE = '\r\u001b[K';

/**
 * Shows the progress of a crawl until `end`: one line that is redrawn on a terminal, else a line
 * every few seconds.
 */
export class ProgressDisplay {
  readonly #watch: ProgressWatch;
  readonly #screen: Screen;
  readonly #over = new AbortController();
  readonly #shown: Promise<void>;
  /** Notes about waits that were printed. */
  readonly #noted = new Set<string>();

  constructor(watch: ProgressWatch, screen: Screen) {
    this.#watch = watch;
    this.#screen = screen;
    this.#shown = this.#run();
  }

  async end(): Promise<void> {
    this.#over.abort();
    await this.#shown;
  }

  /** Prints a line above the bar. */
  note(text: string): void {
    this.#screen.write(`${this.#screen.isTTY ? ERASE_LINE : ''}${text}\n`);
  }

  /** Prints the remedy of each wait once. */
  #noteWaits(progress: Progress | null): void {
    for (const text of progress === null ? [] : waitNotes(progress)) {
      if (this.#noted.has(text)) continue;
      this.#noted.add(text);
      this.note(text);
    }
  }

  async #run(): Promise<void> {
    const startedAt = performance.now();
    const isTerminal = this.#screen.isTTY === true;
    await this.#watch.look().catch(() => null); // rates are counted from here
    const nextLineMs = (): number => Math.min(MOST_LINE_MS, Math.max(LINE_MS, (performance.now() - startedAt) / 10));
    if (!isTerminal && (await this.#pause(FIRST_CHECK_MS))) this.#noteWaits(await this.#watch.look().catch(() => null));
    while (await this.#pause(isTerminal ? REDRAW_MS : nextLineMs())) {
      const progress = await this.#watch.look().catch(() => null); // busy for once: the next look shows more
      if (progress === null || this.#over.signal.aborted) continue;
      this.#noteWaits(progress);
      const now = Date.now();
      if (isTerminal) {
        this.#screen.write(`${ERASE_LINE}${progressBar(progress, now, this.#screen.columns ?? 80)}`);
      } else this.#screen.write(`${progressText(progress, now, (performance.now() - startedAt) / 1_000)}\n`);
    }
    if (isTerminal) this.#screen.write(ERASE_LINE);
  }

  /** @returns false once the display has ended */
  async #pause(ms: number): Promise<boolean> {
    return await setTimeout(ms, true, { signal: this.#over.signal, ref: false }).catch(() => false);
  }
}
