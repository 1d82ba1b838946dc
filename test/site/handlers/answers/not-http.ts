import type { Pathology } from '#test/site/pathology.ts';

const ANSWERS: Readonly<Record<string, string>> = {
  ssh: 'SSH-2.0-OpenSSH_9.6\r\n',
  html: '<title>HTTP/0.9</title>',
  status: 'HTTP/1.1 abc OK\r\n\r\n',
  'header-nul': 'HTTP/1.1 200 OK\r\nx-bad: a\0b\r\ncontent-length: 0\r\n\r\n',
  'header-name': 'HTTP/1.1 200 OK\r\nbad name: x\r\ncontent-length: 0\r\n\r\n',
  chunk:
    'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n<title>x</title>\r\n0\r\n\r\n',
};

/** `/not-http/<kind>`: answers that are not HTTP. */
export const notHttp: Pathology = {
  name: 'not-http',
  about: 'Another protocol, a broken status line, header or chunk size.',
  examples: {
    '/not-http/ssh': 'failed(protocol)',
    '/not-http/html': 'failed(protocol)',
    '/not-http/status': 'failed(protocol)',
    '/not-http/header-nul': 'failed(protocol)',
    '/not-http/header-name': 'failed(protocol)',
    '/not-http/chunk': null,
  },
  handle: (exchange) => {
    exchange.raw(null).end(ANSWERS[exchange.part(1)] ?? 'no\r\n');
  },
};
