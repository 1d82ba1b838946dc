import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Builds the console if it is missing or older than its sources, for `npm start` and `cdk synth`.
 * Exits with the build's status.
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const BUILT = `${ROOT}web/dist/index.html`;
/** Sources of the console; core/model has the table of reasons, core/audit that of issues. */
const SOURCES = ['web', 'api/client', 'core/model', 'core/audit'];

const newest = (folder: string): number =>
  Math.max(
    0,
    ...readdirSync(ROOT + folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\/web\/dist(?:\/|$)/.test(entry.parentPath))
      .map((entry) => statSync(`${entry.parentPath}/${entry.name}`).mtimeMs),
  );

const isStale = (): boolean => !existsSync(BUILT) || Math.max(...SOURCES.map(newest)) > statSync(BUILT).mtimeMs;

if (isStale()) {
  process.stderr.write('building the console, a few seconds …\n');
  const { status } = spawnSync(process.execPath, [`${ROOT}web/build.ts`], { stdio: ['ignore', 2, 2] });
  process.exitCode = status ?? 1;
}
