import { layOut } from '#test/e2e/process/packed-setup.ts';

/**
 * `node test/e2e/process/pack-command.ts FOLDER`: lays the command out there, and prints what
 * `SURF_PACKED` is to name. `.ci/run` does it once for all suites.
 */
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('which folder?');
process.stdout.write(`${await layOut(folder)}\n`);
