import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `npm start`: builds the console when it is missing or older than its sources, puts the demo sites beside it, and serves. */
const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** The first of the demo sites, a shop. */
const DEMO_ADDRESS = 'http://127.0.0.2:8200/';

const { status } = spawnSync(process.execPath, [`${ROOT}web/fresh-build.ts`], { stdio: 'inherit' });
if (status !== 0) process.stderr.write('the console could not be built: the API is served without it\n');
/** Its port may be taken, by another `npm start`: then the demo is there already. */
const demo = spawn(process.execPath, [`${ROOT}demo/serve.ts`], {
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
});
const flags = ['--demo', DEMO_ADDRESS, ...process.argv.slice(2)];
const server: ChildProcess = spawn(process.execPath, [`${ROOT}cli/surf.mjs`, 'serve', ...flags], { stdio: 'inherit' });
process.on('SIGINT', () => undefined); // the server has it, too, and ends cleanly
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.once('exit', (code) => {
  demo.kill();
  process.exitCode = code ?? 1;
});
