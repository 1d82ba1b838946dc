import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import type { SitePage } from '#bench/bench-site.ts';
import { readRecords, responseOf } from '#core/archive/warc/warc-reader.ts';

/** Of what surf left behind. Anything but zero makes the figures void. */
export interface ArchiveCheck {
  /** `surf verify` held. */
  readonly verified: boolean;
  /** Pages of the site without their line, or with another title, in the jsonl export. */
  readonly wrongLines: number;
  /** Pages whose body is not in the WARC, byte for byte. */
  readonly wrongBodies: number;
  /** What PyPI's `warcio check` said; null: it is not installed. */
  readonly warcio: 'no fault' | 'faults' | null;
}

export interface CheckedRun {
  readonly root: string;
  /** Data folder of the run. */
  readonly data: string;
  readonly pages: readonly SitePage[];
}

/**
 * Looks whether a run's archive holds every page of the site, through the commands that a user has.
 */
export function checkArchive(run: CheckedRun): ArchiveCheck {
  const lines = join(run.data, '..', 'pages.jsonl');
  const warc = join(run.data, '..', 'warc');
  const verified = surf(run, ['verify', 'last', '--json']) === 0;
  if (surf(run, ['export', 'last', '--format', 'jsonl', '--out', lines]) !== 0) throw new Error('no jsonl export');
  if (surf(run, ['export', 'last', '--format', 'warc', '--out', `${warc}/`]) !== 0) throw new Error('no WARC export');
  const files = readdirSync(warc).flatMap((name) => (name.endsWith('.warc.gz') ? [join(warc, name)] : []));
  const result = {
    verified,
    wrongLines: wrongLines(readFileSync(lines, 'utf8'), run.pages),
    wrongBodies: wrongBodies(files, run.pages),
    warcio: warcio(run.root, files),
  };
  rmSync(warc, { recursive: true });
  rmSync(lines);
  return result;
}

/** Does it make the figures void? */
export const isSound = ({ verified, wrongLines, wrongBodies, warcio }: ArchiveCheck): boolean =>
  verified && wrongLines === 0 && wrongBodies === 0 && warcio !== 'faults';

/** Runs a command over the data folder of a run. @returns its exit code */
export function surf({ root, data }: CheckedRun, args: readonly string[]): number | null {
  const { status } = spawnSync(process.execPath, [join(root, 'cli', 'main.ts'), ...args, '--data', data], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status;
}

/** Counts pages that are missing, doubled or titled otherwise, and lines of no page. */
function wrongLines(text: string, pages: readonly SitePage[]): number {
  const titles = new Map(pages.map(({ url, title }) => [url, title]));
  let wrong = 0;
  for (const line of text.trim().split('\n')) {
    const { url, title } = JSON.parse(line) as { url: string; title: string | null };
    if (titles.get(url) !== title) wrong += 1;
    titles.delete(url);
  }
  return wrong + titles.size;
}

function wrongBodies(files: readonly string[], pages: readonly SitePage[]): number {
  const missing = new Map(pages.map(({ url, sha1 }) => [url, sha1]));
  for (const file of files) {
    for (const record of readRecords(readFileSync(file))) {
      if (record.headers.get('warc-type') !== 'response') continue;
      const url = record.headers.get('warc-target-uri') ?? '';
      const { headers, wireBody } = responseOf(record);
      const coding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? '';
      const decoded = decodeBody(coding, wireBody, { maxBytes: 2 ** 26 });
      if (!decoded.ok) continue;
      const sha1 = createHash('sha1').update(decoded.body).digest('hex');
      if (missing.get(url) === sha1) missing.delete(url);
    }
  }
  return missing.size;
}

/** From `.ci/venv`, where `.ci/run` puts it, or the PATH. */
function warcio(root: string, files: readonly string[]): ArchiveCheck['warcio'] {
  const own = join(root, '.ci', 'venv', 'bin', 'warcio');
  const program = existsSync(own) ? own : 'warcio';
  for (let at = 0; at < files.length; at += 100) {
    const { status, error } = spawnSync(program, ['check', ...files.slice(at, at + 100)], { stdio: 'ignore' });
    if (error !== undefined) return null;
    if (status !== 0) return 'faults';
  }
  return 'no fault';
}
