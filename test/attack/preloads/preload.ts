import dns from 'node:dns';
import { readFileSync, writeFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { isMainThread, threadId } from 'node:worker_threads';

/**
 * Loaded into each thread of an attacked process: our server resolves names; the peak of
 * memory and the longest stall of each event loop are written down.
 */
const { ATTACK_AUTHORITY, ATTACK_DNS, ATTACK_PEAK } = process.env;
const TURN_MS = 25;
/** Shorter stalls are noise. */
const LEAST_STALL_MS = 100;
if (ATTACK_DNS !== undefined) dns.setServers([ATTACK_DNS]);
// Functions of an emulator have NODE_EXTRA_CA_CERTS for the emulator itself.
if (ATTACK_AUTHORITY !== undefined)
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(ATTACK_AUTHORITY, 'utf8')]);
if (ATTACK_PEAK !== undefined) {
  if (isMainThread) process.on('exit', () => writeFileSync(ATTACK_PEAK, String(peakKb() / 1024)));
  watchStalls(`${ATTACK_PEAK}.stall${threadId}`);
}

/**
 * Linux passes `maxRSS` of a parent on to its child; the high-water mark of the address space
 * restarts.
 */
function peakKb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

/** A thread that is terminated has no last word: each longer stall is written at once. */
function watchStalls(file: string): void {
  let longest = LEAST_STALL_MS;
  let before: number | undefined;
  setInterval(() => {
    const now = performance.now();
    const late = before === undefined ? 0 : now - before - TURN_MS;
    before = now;
    if (late <= longest) return;
    longest = late;
    writeFileSync(file, String(Math.round(late)));
  }, TURN_MS).unref();
}
