import type { ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';

/** After SIGTERM a process may park its crawls; then nobody waits for it. */
const GRACE_MS = 5_000;
/**
 * A killed group that is not gone then is in the kernel; its pipes may be held open by somebody
 * else.
 */
const BURIED_MS = 10_000;

/**
 * Ends a command that takes too long: SIGTERM, after a grace SIGKILL to its whole group. It never
 * waits for ever: a process whose end is not heard of counts as ended.
 */
export async function endWithin(child: SurfProcess, mostSeconds: number): Promise<ProcessEnd> {
  if (!(await child.lives(mostSeconds * 1_000))) return await child.ended;
  child.signal('SIGTERM');
  if (await child.lives(GRACE_MS)) child.killGroup();
  const late = `it did not end within ${mostSeconds} s`;
  if (await child.lives(BURIED_MS))
    return { code: null, stdout: child.stdout, stderr: `${child.stderr}${late}, nor when killed` };
  const end = await child.ended;
  return { ...end, code: null, stderr: `${end.stderr}${late}` };
}
