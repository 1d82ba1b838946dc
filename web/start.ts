import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `npm start`: builds the console if it is missing or stale, starts the demo sites, and serves. */
const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** The first demo site, a shop. */
const DEMO_ADDRESS = 'http://127.0.0.2:8200/';

const { status } = spawnSync(process.execPath, [`${ROOT}web/fresh-build.ts`], { stdio: 'inherit' });
if (status !== 0) process.stderr.write('the console could not be built: Surf serves the API without it\n');
process.stdout.write(
  'Eight demo sites for the console: http://127.0.0.2:8200/ … http://127.0.0.9:8200/ (only while this runs; ' +
    'commands and the API need --allow-private-network or settings.allowPrivateNetwork for them)\n',
);
/** Another `npm start` can hold the port: then its demo is used. */
const demo = spawn(process.execPath, [`${ROOT}demo/serve.ts`], {
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
});
const flags = ['--demo', DEMO_ADDRESS, ...process.argv.slice(2)];
const server: ChildProcess = spawn(process.execPath, [`${ROOT}cli/surf.mjs`, 'serve', ...flags], { stdio: 'inherit' });
process.on('SIGINT', () => undefined); // the server gets the signal, too, and shuts down
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.once('exit', (code) => {
  demo.kill();
  process.exitCode = code ?? 1;
});
