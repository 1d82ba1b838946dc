import { type FuzzReport, fuzzApi } from '#test/api/fuzz/fuzz-run.ts';

/**
 * `npm run fuzz:api [requests] [seed]`: prints the table of routes and codes; ends with 1 for any
 * fault, or when too few requests reach a handler.
 */
const LEAST_REACHED = 0.55;
const [count = '10000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);

function print({ requests, reached, table, faults }: FuzzReport): void {
  for (const [operation, codes] of table) {
    const cells = [...codes].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
    process.stdout.write(`${operation.padEnd(52)} ${cells.join('  ')}\n`);
  }
  process.stdout.write(`${requests} requests, seed ${seed}, ${(reached * 100).toFixed(1)} % reached a handler\n`);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
}

const report = await fuzzApi(Number(count), Number(seed));
print(report);
process.exitCode = report.faults.length > 0 || report.reached < LEAST_REACHED ? 1 : 0;
