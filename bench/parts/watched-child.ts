import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LOOK_MS = 50;

/** The output, run time and peak memory of a process; the Linux kernel counts the memory. */
export interface Watched {
  readonly text: string;
  readonly seconds: number;
  readonly peakMb: number;
}

/** Waits for the end of a process that has just started; its errors go to this one's. */
export async function watched(child: ChildProcess): Promise<Watched> {
  const start = performance.now();
  let text = '';
  let peakKb = 0;
  child.stdout?.on('data', (part: Buffer) => {
    text += part.toString();
  });
  child.stderr?.pipe(process.stderr);
  const timer = setInterval(() => {
    peakKb = Math.max(peakKb, peakOf(child.pid ?? 0));
  }, LOOK_MS);
  await new Promise<void>((resolve) => child.on('close', () => resolve()));
  clearInterval(timer);
  const seconds = Number(((performance.now() - start) / 1_000).toFixed(1));
  return { text, seconds, peakMb: Math.round(peakKb / 1_024) };
}

function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // it has ended
  }
}
