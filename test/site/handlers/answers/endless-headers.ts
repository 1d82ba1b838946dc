import type { Pathology } from '#test/site/pathology.ts';

/** `/endless-headers`: header lines without end, and without ever reaching a body. */
export const endlessHeaders: Pathology = {
  name: 'endless-headers',
  about: 'A head that never ends: the client must cap it.',
  examples: { '/endless-headers': null },
  handle: async (exchange) => {
    const socket = exchange.raw(200);
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n');
    for (let i = 0; !exchange.over && !socket.destroyed; i++) {
      socket.write(`x-filler-${i}: ${'y'.repeat(4_000)}\r\n`);
      await exchange.wait(5);
    }
    socket.destroy();
  },
};
