import { appendFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '#adapters/embedded/files/make-folder.ts';
import type { Terminal } from '#cli/terminal/terminal.ts';
import { SurfError } from '#core/error.ts';
import { printable } from '#core/model/printable.ts';

/** 0: errors; 1: also waves; 2: also every URL. */
export type LogLevel = 0 | 1 | 2;

/**
 * The log of a Crawler.conf: lines with a timestamp, appended to a file or written to the screen.
 */
export class CrawlLog {
  readonly #file: string | null;
  readonly #level: LogLevel;
  readonly #terminal: Terminal;

  /** @param to.file null for the screen */
  constructor(to: { readonly file: string | null; readonly level: LogLevel; readonly terminal: Terminal }) {
    this.#file = to.file;
    this.#level = to.level;
    this.#terminal = to.terminal;
  }

  /** True if the log includes this level. */
  takes(level: LogLevel): boolean {
    return level <= this.#level;
  }

  /** @throws SurfError STORE_UNAVAILABLE when the file cannot be written */
  async write(level: LogLevel, at: number, lines: readonly string[]): Promise<void> {
    if (!this.takes(level) || lines.length === 0) return;
    const time = new Date(at).toISOString();
    const shown = lines.map((line) => `${time} ${NAMES[level]} ${printable(line)}`);
    if (this.#file === null) for (const line of shown) this.#terminal.note(line);
    else await this.#append(this.#file, `${shown.join('\n')}\n`);
  }

  async #append(file: string, text: string): Promise<void> {
    try {
      makeFolder(dirname(file));
      await appendFile(file, text);
    } catch (cause) {
      throw new SurfError('STORE_UNAVAILABLE', `the log ${file} cannot be written: ${(cause as Error).message}`, {
        remedy: 'check the path in log-file, its permissions and the free space',
        cause,
      });
    }
  }
}

const NAMES = ['error', 'wave ', 'url  '] as const;
