import dns from 'node:dns';
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Loaded before `surf` in an attacked process: names are asked of our own server, and the peak of memory is written down at the end. */
const { ATTACK_DNS, ATTACK_PEAK } = process.env;
if (ATTACK_DNS !== undefined) dns.setServers([ATTACK_DNS]);
if (ATTACK_PEAK !== undefined && isMainThread) {
  process.on('exit', () => writeFileSync(ATTACK_PEAK, String(peakKb() / 1024)));
}

/** Linux passes `maxRSS` of a parent on to its child; the high-water mark of the address space begins anew. */
function peakKb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
