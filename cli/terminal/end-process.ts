import { accessSync, constants } from 'node:fs';
import { flushCompileCache } from 'node:module';

const SHELL = '/bin/sh';

/**
 * Ends this process now, with `process.exitCode`, while its threads may still run.
 *
 * `process.exit` waits for the threads of V8, which may wait for the main thread
 * (https://github.com/nodejs/node/issues/54918), and for each worker thread in a system call: a
 * command that had printed its result never ended. Replacing the process with another program ends
 * all threads at once. Call it after all output is written and everything is closed. Windows has no
 * such call, and keeps `process.exit`.
 */
export function endProcess(): never {
  const code = Number(process.exitCode ?? 0);
  if (process.execve === undefined || process.platform === 'win32' || !hasShell()) process.exit();
  process.emit('exit', code);
  flushCompileCache();
  return process.execve(SHELL, ['sh', '-c', `exit ${code}`], {});
}

function hasShell(): boolean {
  try {
    accessSync(SHELL, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
