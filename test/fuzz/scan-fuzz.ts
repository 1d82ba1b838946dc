import { scanPage } from '#core/extraction/page-scan.ts';
import { mutatedPage, seededRandom } from '#test/fuzz/page-mutator.ts';
import { oracleScan, type ScanFacts } from '#test/fuzz/scan-oracle.ts';

export interface FuzzReport {
  readonly pages: number;
  /** Pages compared only up to a documented departure (scan-oracle.ts). */
  readonly cut: number;
  readonly links: number;
  readonly differences: readonly Difference[];
}

export interface Difference {
  readonly page: string;
  readonly scanner: ScanFacts;
  readonly oracle: ScanFacts;
}

const HTML = 'text/html; charset=utf-8';

/**
 * Compares scanPage with parse5 on `count` mutated pages; the seed repeats them. Ends at the 10th
 * difference.
 */
export function fuzzScan(count: number, seed: number): FuzzReport {
  const random = seededRandom(seed);
  const differences: Difference[] = [];
  let cut = 0;
  let links = 0;
  let pages = 0;
  for (; pages < count && differences.length < 10; pages += 1) {
    const whole = mutatedPage(random);
    const first = oracleScan(whole);
    const page = first.cut === null ? whole : whole.slice(0, first.cut).toWellFormed();
    if (first.cut !== null) cut += 1;
    const { cut: _, ...oracle } = first.cut === null ? first : oracleScan(page);
    const scanner = factsOf(page);
    links += oracle.links.length;
    if (JSON.stringify(scanner) !== JSON.stringify(oracle)) differences.push({ page, scanner, oracle });
  }
  return { pages, cut, links, differences };
}

function factsOf(page: string): ScanFacts {
  const scan = scanPage(Buffer.from(page), HTML, { anchorText: true, resources: false });
  const links = scan.links.map(({ kind, nofollow, href }) => `${kind} ${nofollow ? 'nofollow ' : ''}${href}`);
  const robots = [scan.robots.noindex ? 'noindex' : '', scan.robots.nofollow ? 'nofollow' : ''].join(' ').trim();
  return { links, title: scan.title, baseHref: scan.baseHref, canonical: scan.canonical, robots };
}

/**
 * `node test/fuzz/scan-fuzz.ts [COUNT] [SEED]`: prints the seed first, so that a run can be
 * repeated.
 */
function main(argv: readonly string[]): void {
  const count = Number(argv[0] ?? 100_000);
  const seed = Number(argv[1] ?? Date.now() % 0x7fffffff);
  process.stdout.write(`scan-fuzz: ${count} pages, seed ${seed}\n`);
  const report = fuzzScan(count, seed);
  for (const difference of report.differences) process.stdout.write(`${JSON.stringify(difference, null, 1)}\n`);
  process.stdout.write(
    `scan-fuzz: ${report.pages} pages (${report.cut} up to a departure), ${report.links} links, ${report.differences.length} differences\n`,
  );
  process.exitCode = report.differences.length === 0 ? 0 : 1;
}

if (import.meta.main) main(process.argv.slice(2));
