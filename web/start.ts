import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `npm start`: builds the console when it is missing or older than its sources, puts the demo sites beside it, and serves. */
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const BUILT = `${ROOT}web/dist/index.html`;
/** What the console is made of. */
const SOURCES = ['web', 'api/client'];

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
  const { status } = spawnSync(process.execPath, [`${ROOT}web/build.ts`], { stdio: 'inherit' });
  if (status !== 0) process.stderr.write('the console could not be built: the API is served without it\n');
}
/** Its port may be taken, by another `npm start`: then the demo is there already. */
const demo = spawn(process.execPath, [`${ROOT}test/site/demo/serve.ts`], {
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
});
const server: ChildProcess = spawn(process.execPath, [`${ROOT}cli/surf.mjs`, 'serve', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.on('SIGINT', () => undefined); // the server has it, too, and ends cleanly
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.once('exit', (code) => {
  demo.kill();
  process.exitCode = code ?? 1;
});
