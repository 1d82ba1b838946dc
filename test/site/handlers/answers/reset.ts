import type { Pathology } from '#test/site/pathology.ts';

/** `/reset/<when>`: TCP reset, or an orderly close, before an answer or within its head. */
export const reset: Pathology = {
  name: 'reset',
  about: 'The connection is gone before there was an answer.',
  examples: { '/reset/at-once': 'failed(reset)', '/reset/close': 'failed(reset)', '/reset/in-head': 'failed(reset)' },
  handle: (exchange) => {
    const when = exchange.part(1);
    const socket = exchange.raw(null);
    if (when === 'close') socket.end();
    else if (when === 'in-head') socket.end('HTTP/1.1 200 OK\r\ncontent-ty');
    else socket.resetAndDestroy();
  },
};
