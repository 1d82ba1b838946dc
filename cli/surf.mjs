#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MALLOC, withMalloc } from './malloc.mjs';

/**
 * The `surf` command: plain JavaScript, because the Node that npm starts it with may be too old to
 * run the sources.
 */
const NEEDED = 24;
const OWN_NODE = fileURLToPath(
  new URL(
    process.platform === 'win32' ? '../node_modules/node/bin/node.exe' : '../node_modules/.bin/node',
    import.meta.url,
  ),
);
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SOURCES = new URL('./main.ts', import.meta.url);
/**
 * Made by `npm ci` (cli/bundle/bundle.ts): Node loads a few files instead of 500, which takes a
 * fifth off a start.
 */
const BUNDLE = new URL('./dist/main.mjs', import.meta.url);
const MADE_OF = new URL('./dist/made-of.json', import.meta.url);

if (Number(process.versions.node.split('.', 1)[0]) >= NEEDED) {
  withMalloc(import.meta.url);
  if (process.env.SURF_NODE_TRIED !== undefined && process.connected) endWithLauncher();
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  await import((isFresh() ? BUNDLE : SOURCES).href);
} else if (process.env.SURF_NODE_TRIED === undefined && existsSync(OWN_NODE)) {
  runOwnNode();
} else {
  process.stderr.write(
    `Surf needs Node ${NEEDED} (this is ${process.versions.node}): run npm ci in its folder, or install Node ${NEEDED}\n`,
  );
  process.exitCode = 2;
}

/** Is the bundle there, and every source as it was when it was made? */
function isFresh() {
  try {
    return JSON.parse(readFileSync(MADE_OF, 'utf8')).every(([path, mtimeMs, bytes]) => {
      const source = statSync(ROOT + path);
      return source.mtimeMs === mtimeMs && source.size === bytes;
    });
  } catch {
    return false; // never made, or a source is gone
  }
}

/**
 * `kill -9` of the launcher reaches only the launcher: without this the command crawls on, and
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
      `error: Node ${NEEDED} could not be started: ${error.message}\n  run npm ci in Surf's folder again\n`,
    );
    process.exitCode = 2;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}
