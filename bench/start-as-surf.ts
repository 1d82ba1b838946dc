import { boundOldHeaps } from '#cli/heap-flags.ts';
import { V8_FLAGS } from '#cli/v8-flags.mjs';

/** Begins this process again with the flags that `surf` starts with, where it has not; then says what `surf` says of its heaps. */
export function startAsSurf(): void {
  const { execPath, execArgv, argv, execve } = process;
  if (!V8_FLAGS.every((flag) => execArgv.includes(flag))) {
    execve?.(execPath, [execPath, ...V8_FLAGS, ...execArgv, ...argv.slice(1)]);
  }
  boundOldHeaps();
}
