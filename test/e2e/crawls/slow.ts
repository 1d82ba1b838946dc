import { crawlTwice } from '#test/e2e/crawls/two-crawls.ts';

/**
 * `npm run test:slow`: what needs real minutes. Two executions in two processes share one host for
 * two minutes at one request a second (N5).
 */
const SECONDS = 120;
const DELAY_SECONDS = 1;
const TOLERANCE_MS = 50;
const LEAST_SHARE = 0.35;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const { ends, closestMs, shared } = await crawlTwice({
  delaySeconds: DELAY_SECONDS,
  limits: { seconds: SECONDS },
  handler: (exchange) => {
    if (exchange.url.pathname === '/robots.txt') return exchange.send(404, { 'content-type': 'text/plain' });
    const links = Array.from({ length: 2 * SECONDS }, (_, i) => `<a href="/${i}">page ${i}</a>`);
    exchange.html(`<title>${exchange.path}</title>${exchange.url.pathname === '/' ? links.join('\n') : exchange.path}`);
  },
});
const total = shared.reduce((sum, n) => sum + n, 0);
const leastShare = Math.min(...shared) / total;
const faults: string[] = [];
for (const { code, stderr } of ends) if (code !== 0) faults.push(`a crawl ended with ${code}: ${stderr}`);
if (closestMs < DELAY_SECONDS * 1_000 - TOLERANCE_MS) faults.push('two requests were closer than the delay');
if (!(leastShare >= LEAST_SHARE)) faults.push('one of them got too little');
if (total < 0.8 * (SECONDS / DELAY_SECONDS)) faults.push('the host was left idle');
say(
  `closest pair ${closestMs.toFixed(1)} ms; requests ${shared.join(' and ')}, the smaller share ${(leastShare * 100).toFixed(0)} %`,
);
for (const fault of faults) say(`  ${fault}`);
say(faults.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
process.exitCode = faults.length === 0 ? 0 : 1;
