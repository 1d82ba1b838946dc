import { crawlTraps } from '#test/e2e/hostile/trap-crawl.ts';

/**
 * `node test/e2e/hostile/trap-seeds.ts SEED…`: crawls the trap webs of these seeds with default
 * settings, prints what each site took. Ends with 1 when an honest page is missing.
 */
let wrong = 0;
for (const seed of process.argv.slice(2).map(Number)) {
  const { status, sites, differences } = await crawlTraps({ seed });
  wrong += differences.length;
  process.stdout.write(`seed ${seed}: ${status}, ${differences.length} differences\n`);
  for (const { name, endless, honest, missing, wasted, trapped } of sites) {
    wrong += missing.length + Number(!endless && wasted > 0);
    const kind = endless ? 'endless' : 'honest ';
    process.stdout.write(
      `  ${kind} ${name}: ${honest - missing.length} of ${honest}, ${wasted} wasted, ${trapped} skipped(trap)\n`,
    );
    for (const path of missing.slice(0, 5)) process.stdout.write(`    missing ${path}\n`);
  }
}
process.exitCode = wrong === 0 ? 0 : 1;
