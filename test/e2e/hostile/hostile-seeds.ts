import { crawlHostileWeb } from '#test/e2e/hostile/hostile-crawl.ts';

/**
 * `node test/e2e/hostile/hostile-seeds.ts SEED…`: crawls the hostile webs of these seeds, and
 * prints what differs from their truth. Ends with 1 when anything does.
 */
let wrong = 0;
for (const seed of process.argv.slice(2).map(Number)) {
  const { end, verified, differences, violations, tasks, requests, seconds } = await crawlHostileWeb(seed);
  const faults = [...differences, ...violations];
  if (end.code !== 0) faults.push(`surf ended with ${end.code}: ${end.stderr}`);
  if (verified.code !== 0) faults.push(verified.stdout + verified.stderr);
  process.stdout.write(
    `seed ${seed}: ${tasks} tasks, ${requests} requests, ${seconds.toFixed(1)} s, ${faults.length} faults\n`,
  );
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  wrong += faults.length;
}
process.exitCode = wrong === 0 ? 0 : 1;
