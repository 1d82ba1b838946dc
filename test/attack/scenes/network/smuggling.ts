import type { Socket } from 'node:net';
import { responseOf } from '#core/archive/warc/warc-reader.ts';
import type { Attack, AttackRequest, Scene } from '#test/attack/attack.ts';
import { HTML, notFound, reply } from '#test/attack/hostile/hostile-server.ts';
import type { SceneResult } from '#test/attack/scene-result.ts';

const POISON = 'poisoned by another answer';
const GENUINE = '<title>genuine</title>';
/** A whole answer without a request. */
const FORGED = `HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: ${POISON.length}\r\n\r\n${POISON}`;
const CHUNKED = 'Transfer-Encoding: chunked';
const FRAMED = '5\r\nhello\r\n0\r\n\r\n';

/** Whose connection a socket is: hosts of one address may not share one. */
const owners = new WeakMap<Socket, string>();
const mixed: string[] = [];

function noteOwner({ host }: AttackRequest, socket: Socket): void {
  const before = owners.get(socket) ?? host;
  owners.set(socket, host);
  if (before !== host) mixed.push(`${before} and ${host} shared a connection`);
}

/** The archived answer of this address. */
function bodyOf({ records }: SceneResult, url: string): string {
  const record = records.find(
    ({ headers }) => headers.get('warc-type') === 'response' && headers.get('warc-target-uri') === url,
  );
  return record === undefined ? '' : Buffer.from(responseOf(record).wireBody).toString('latin1');
}

interface Smuggled {
  /**
   * The body has no end but that of the connection (RFC 9112 §6.3), which is not used again: what
   * follows is its own.
   */
  readonly untilClose?: true;
  readonly id: string;
  readonly sends: string;
  /** The answer to `/`, on a connection that stays open. */
  readonly bytes: string | readonly string[];
  readonly outcome: string;
  /** What the archived body of `/` may be. */
  readonly body?: RegExp;
  /**
   * The second answer can come when the next request is on its way: then nobody can tell it from
   * the answer to that request (RFC 9112 §9.3), and a host lies about its own page only.
   */
  readonly mayAnswerNext?: true;
}

/** `/` is answered oddly; `/next`, which is asked afterwards, answers as it should. */
const smuggled = ({ id, sends, bytes, outcome, body = /^/, untilClose, mayAnswerNext }: Smuggled): Attack => ({
  id: `smuggled-${id}`,
  sends,
  must: `${outcome}; the next request gets its own answer`,
  seeds: ({ at }) => ['/', '/next'].map((path) => at(`smuggled-${id}`) + path),
  serve: (request, socket) => {
    noteOwner(request, socket);
    const { path } = request;
    if (path === '/robots.txt') notFound(socket);
    else if (path === '/next') reply(socket, `${GENUINE}${id}`);
    else
      for (const [n, part] of [bytes].flat().entries())
        setTimeout(() => socket.write(Buffer.from(part, 'latin1')), n * 100);
  },
  expect: () => ({ '/': outcome, '/next': 'stored' }),
  look: (result, { at }) => {
    const own = at(`smuggled-${id}`);
    const [odd, next] = [bodyOf(result, `${own}/`), bodyOf(result, `${own}/next`)];
    const isAnswer = next === `${GENUINE}${id}` || (mayAnswerNext === true && next === POISON);
    return [
      ...(isAnswer ? [] : [`/next was archived as ${JSON.stringify(next.slice(0, 60))}`]),
      ...(untilClose || (body.test(odd) && !odd.includes(POISON))
        ? []
        : [`/ was archived as ${JSON.stringify(odd.slice(0, 60))}`]),
      ...mixed,
    ];
  },
});

const answer = (lines: readonly string[], body: string, status = '200 OK'): string =>
  [`HTTP/1.1 ${status}`, HTML, ...lines, '', body].join('\r\n');

const REFUSED = 'failed(protocol)|failed(truncated)';
const HELLO = /^(?:hello)?$/;

/** Answers whose end is where nobody agrees, with another answer behind them. */
export const smuggling: Scene = {
  name: 'smuggling',
  quick: true,
  args: [],
  attacks: [
    smuggled({
      id: 'fold',
      sends: 'a folded Transfer-Encoding (obs-fold)',
      bytes: answer(['Transfer-Encoding:\r\n chunked'], FRAMED + FORGED),
      outcome: `${REFUSED}|stored`,
      body: HELLO,
    }),
    smuggled({
      id: 'identity',
      sends: 'Transfer-Encoding: chunked, identity',
      bytes: answer(['Transfer-Encoding: chunked, identity'], FRAMED + FORGED),
      outcome: REFUSED,
      untilClose: true,
    }),
    smuggled({
      id: 'space',
      sends: 'Transfer-Encoding with a space before the colon, and a Content-Length',
      bytes: answer(['Transfer-Encoding : chunked', 'Content-Length: 5'], `hello${FORGED}`),
      outcome: REFUSED,
    }),
    smuggled({
      id: 'twice',
      sends: 'Transfer-Encoding twice',
      bytes: answer([CHUNKED, CHUNKED], FRAMED + FORGED),
      outcome: `${REFUSED}|stored`,
      body: HELLO,
    }),
    smuggled({
      id: 'unknown',
      sends: 'a transfer coding that nobody knows',
      bytes: answer(['Transfer-Encoding: xchunked'], FRAMED + FORGED),
      outcome: REFUSED,
      untilClose: true,
    }),
    ...(
      [
        ['sign', 'a sign', '+5'],
        ['minus', 'a minus', '-5'],
        ['prefix', 'a prefix', '0x5'],
        ['underscore', 'an underscore', '0_5'],
        ['lead', 'a space before it', ' 5'],
        ['tab', 'a tab and letters behind it', '5\tx'],
        ['empty', 'nothing', ''],
        ['overflow', 'more than 64 bits', '10000000000000005'],
      ] as const
    ).map(([id, what, size]) =>
      smuggled({
        id: `size-${id}`,
        sends: `a chunk size of ${what}`,
        bytes: answer([CHUNKED], `${size}\r\nhello\r\n0\r\n\r\n${FORGED}`),
        outcome: REFUSED,
        body: HELLO,
      }),
    ),
    smuggled({
      id: 'chunk-long',
      sends: 'a chunk that is longer than its size says',
      bytes: answer([CHUNKED], `5\r\nhelloworld\r\n0\r\n\r\n${FORGED}`),
      outcome: REFUSED,
      body: HELLO,
    }),
    smuggled({
      id: 'chunk-lf',
      sends: 'chunks with bare LF',
      bytes: answer([CHUNKED], `5\nhello\n0\n\n${FORGED}`),
      outcome: `${REFUSED}|stored`,
      body: HELLO,
    }),
    smuggled({
      id: 'head-lf',
      sends: 'a head with bare LF',
      bytes: `HTTP/1.1 200 OK\n${HTML}\nContent-Length: 5\n\nhello${FORGED}`,
      outcome: `${REFUSED}|stored|duplicate`,
      body: HELLO,
    }),
    smuggled({
      id: 'length-list',
      sends: 'Content-Length: 5, 5',
      bytes: answer(['Content-Length: 5, 5'], `hello${FORGED}`),
      outcome: `${REFUSED}|stored|duplicate`,
      body: HELLO,
    }),
    smuggled({
      id: 'length-plus',
      sends: 'Content-Length: +5',
      bytes: answer(['Content-Length: +5'], `hello${FORGED}`),
      outcome: REFUSED,
    }),
    smuggled({
      id: 'http10',
      sends: 'chunks in HTTP/1.0',
      bytes: answer([CHUNKED], FRAMED + FORGED).replace('HTTP/1.1', 'HTTP/1.0'),
      outcome: `${REFUSED}|stored|duplicate`,
      body: HELLO,
    }),
    smuggled({
      id: 'no-content',
      sends: '204 with a body',
      bytes: answer([`Content-Length: ${FORGED.length}`], FORGED, '204 No Content'),
      outcome: 'stored|duplicate|failed(protocol)|failed(http-4xx)',
      body: /^$/,
    }),
    smuggled({
      id: 'not-modified',
      sends: '304 with a body, to a request without conditions',
      bytes: answer([`Content-Length: ${FORGED.length}`], FORGED, '304 Not Modified'),
      outcome: 'failed(protocol)',
      body: /^$/,
    }),
    smuggled({
      id: 'queued',
      sends: 'a second answer at once, for the next request',
      bytes: answer(['Content-Length: 5'], `hello${FORGED}`),
      outcome: 'stored|duplicate',
      body: HELLO,
    }),
    smuggled({
      id: 'queued-later',
      sends: 'a second answer a little later, when the connection is idle or asked again',
      bytes: [answer(['Content-Length: 5'], 'hello'), FORGED],
      outcome: 'stored|duplicate',
      body: HELLO,
      mayAnswerNext: true,
    }),
    smuggled({
      id: 'partial',
      sends: 'the beginning of a second answer, which the next one would complete',
      bytes: answer(['Content-Length: 5'], `hello${FORGED.slice(0, 40)}`),
      outcome: 'stored|duplicate',
      body: HELLO,
    }),
  ],
};

/** The attack by HEAD, which `fetch.headFirst` sends before each page. */
export const smuggledHeads: Scene = {
  name: 'HEAD with a body',
  quick: true,
  args: ['--head-first'],
  attacks: [
    {
      id: 'smuggled-head',
      sends: 'a body behind the answer to HEAD, which is an answer to the next request',
      must: 'the next request gets its own answer',
      serve: ({ head, path }, socket) => {
        if (path === '/robots.txt') notFound(socket);
        else if (head.startsWith('HEAD ')) socket.write(answer([`Content-Length: ${FORGED.length}`], FORGED));
        else reply(socket, `${GENUINE}head`);
      },
      expect: () => ({ '/': 'stored' }),
      look: (result, { at }) =>
        bodyOf(result, `${at('smuggled-head')}/`) === `${GENUINE}head` ? [] : ['/ was archived as another answer'],
    },
  ],
};
