import dns from 'node:dns';
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Loaded before `surf` in an attacked process: names are asked of our own server, and the peak of memory is written down at the end. */
const { ATTACK_DNS, ATTACK_PEAK } = process.env;
if (ATTACK_DNS !== undefined) dns.setServers([ATTACK_DNS]);
if (ATTACK_PEAK !== undefined && isMainThread) {
  process.on('exit', () => writeFileSync(ATTACK_PEAK, String(process.resourceUsage().maxRSS / 1024)));
}
