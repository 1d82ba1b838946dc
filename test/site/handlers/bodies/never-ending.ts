import { once } from 'node:events';
import type { Pathology } from '#test/site/pathology.ts';

const PART = Buffer.from(`${'<p>and so on</p>\n'.repeat(1_000)}<a href="/never-ending">again</a>\n`);

/**
 * `/never-ending?ms=<pause>`: a body without end; with a pause it never passes a byte limit soon,
 * and never goes silent.
 */
export const neverEnding: Pathology = {
  name: 'never-ending',
  about: 'A body that never ends: only a limit of bytes or of time ends it.',
  examples: { '/never-ending': 'skipped(too-large)' },
  endless: ['/never-ending?ms=300'],
  handle: async (exchange) => {
    const pause = exchange.number('ms', 0);
    exchange.response.writeHead(200, { 'content-type': 'text/html' });
    while (!exchange.over) {
      const part = pause > 0 ? PART.subarray(0, 17) : PART;
      if (!exchange.response.write(part)) {
        await Promise.race([once(exchange.response, 'drain'), once(exchange.response, 'close')]);
      }
      if (!(await exchange.wait(Math.max(1, pause)))) return;
    }
  },
};
