import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread, threadId } from 'node:worker_threads';

/**
 * Loaded into each thread of an attacked process: writes its peak of memory and the longest stall
 * of each event loop into the folder ATTACK_MEASURES. A process that is killed has no last word:
 * what has grown is written at once.
 */
const { ATTACK_MEASURES } = process.env;
const TURN_MS = 25;
const LOOK_MS = 250;
/** Shorter stalls are noise. */
const LEAST_STALL_MS = 100;

if (ATTACK_MEASURES !== undefined && process.platform === 'linux') {
  const name = `${ATTACK_MEASURES}/${process.pid}.${threadId}`;
  watchStalls(`${name}.stall`);
  if (isMainThread) {
    let before = 0;
    const look = (): void => {
      const peak = peakMb();
      if (peak <= before) return;
      before = peak;
      written(`${name}.peak`, peak);
    };
    setInterval(look, LOOK_MS).unref();
    process.on('exit', look);
  }
}

/**
 * Linux passes `maxRSS` of a parent on to its child; the high-water mark of the address space
 * restarts.
 */
function peakMb(): number {
  try {
    return Math.round(Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024);
  } catch {
    return 0; // no file can be opened: that is the attack
  }
}

function watchStalls(file: string): void {
  let longest = LEAST_STALL_MS;
  let before: number | undefined;
  setInterval(() => {
    const now = performance.now();
    const late = before === undefined ? 0 : now - before - TURN_MS;
    before = now;
    if (late <= longest) return;
    longest = late;
    written(file, Math.round(late));
  }, TURN_MS).unref();
}

function written(file: string, figure: number): void {
  try {
    writeFileSync(file, String(figure));
  } catch {
    // as above
  }
}
