import { execFileSync } from 'node:child_process';
import { responseOf, type WarcRecord } from '#core/archive/warc/warc-reader.ts';
import type { Attack, Scene } from '#test/attack/attack.ts';
import { notFound, reply } from '#test/attack/hostile/hostile-server.ts';
import type { SceneResult } from '#test/attack/scene-result.ts';
import { lookFor } from '#test/when-present.ts';

/** What we write at the head of a record (docs/reference/formats.md). */
const FIELDS = new Set(
  'warc-type warc-record-id warc-date warc-target-uri warc-ip-address warc-protocol warc-payload-digest warc-block-digest warc-concurrent-to warc-truncated content-type content-length'.split(
    ' ',
  ),
);

const FORGED = 'X-Forged';

/**
 * Every record must be read as written: no field of the attacker's, in the record's head or as a
 * header of the response.
 */
function soundRecords({ records, warcFiles }: SceneResult): string[] {
  const problems = records.flatMap((record) => problemsOf(record));
  if (records.length < 10) problems.push(`only ${records.length} records`);
  if (lookFor({ name: 'warcio', command: ['warcio', '--version'] }).present) {
    for (const file of warcFiles) {
      try {
        execFileSync('warcio', ['check', '-v', file], { stdio: 'pipe' });
      } catch (error) {
        problems.push(`warcio: ${String(error).slice(0, 200)}`);
      }
    }
  }
  return problems;
}

function problemsOf(record: WarcRecord): string[] {
  const odd = [...record.headers.keys()].filter((name) => !FIELDS.has(name)).map((name) => `a record has ${name}`);
  if (record.headers.get('warc-type') !== 'response') return odd;
  const { headers } = responseOf(record);
  return headers.some(([name]) => name === FORGED) ? [...odd, `a response has ${FORGED}`] : odd;
}

/** An answer with this head. */
const withHead = (id: string, sends: string, lines: string, outcome: string): Attack => ({
  id,
  sends,
  must: 'no record is broken, no header appears that was not sent as one',
  serve: ({ path }, socket) => {
    if (path === '/robots.txt') notFound(socket);
    else
      socket.end(
        Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${lines}Content-Length: 2\r\n\r\nok`, 'latin1'),
      );
  },
  expect: () => ({ '/': outcome }),
  look: soundRecords,
});

const STORED = 'stored|duplicate|failed(protocol)';

/** What tries to break out of its record, or out of the data folder. */
export const archive: Scene = {
  name: 'archive',
  quick: true,
  args: [],
  attacks: [
    withHead('bare-cr', 'a header value with a bare CR', `X-A: a\r${FORGED}: b\r\n`, STORED),
    withHead(
      'bare-lf',
      'a header value with a bare LF',
      `X-A: a\n\n${FORGED}: b\r\n`,
      'failed(protocol)|failed(truncated)|stored|duplicate',
    ),
    withHead('folded', 'a folded header', `X-A: a\r\n ${FORGED}: b\r\n`, STORED),
    withHead('odd-name', 'a header name with spaces and colons', `X A: ${FORGED}: b\r\n: c\r\n`, STORED),
    withHead(
      'nel',
      'line ends of other alphabets (NEL, LS) in a value',
      `X-A: a\x85${FORGED}: b\xe2\x80\xa8${FORGED}: c\r\n`,
      STORED,
    ),
    withHead(
      'transfer-lie',
      'headers that say the body is framed otherwise',
      'Content-Encoding: identity\r\nX-Archive-Orig-Content-Length: 9\r\nWARC-Type: warcinfo\r\n',
      STORED,
    ),
    {
      id: 'reason',
      sends: 'a reason phrase with control characters and a forged header',
      must: 'no record is broken',
      serve: ({ path }, socket) => {
        if (path === '/robots.txt') notFound(socket);
        else
          socket.end(
            Buffer.from(
              `HTTP/1.1 200 OK\x1b[2J\x07${FORGED}: a\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nok`,
              'latin1',
            ),
          );
      },
      expect: () => ({ '/': STORED }),
      look: soundRecords,
    },
    {
      id: 'url-crlf',
      sends: 'addresses with CR and LF, as they are and escaped',
      must: 'they stay one line, escaped',
      serve: ({ path }, socket) => {
        if (path === '/robots.txt') notFound(socket);
        else if (path === '/')
          reply(socket, `<a href="/a%0d%0a${FORGED}:%20b">1</a><a href="/c\r\n${FORGED}: d">2</a>`);
        else reply(socket, `page ${path}`);
      },
      expect: () => ({ [`/a%0d%0a${FORGED}:%20b`]: 'stored', [`/c${FORGED}:%20d`]: 'stored' }),
      look: (result) => [
        ...soundRecords(result),
        ...(result.requests.some(({ head }) => head.includes(`\n${FORGED}`)) ? ['a request was split'] : []),
      ],
    },
    {
      id: 'paths',
      sends: 'addresses that would lead out of a folder, or be a separate file',
      must: 'no file name comes from an address',
      serve: ({ path }, socket) => {
        const paths = [
          '/..%2f..%2f..%2fetc%2fpasswd',
          '/%00',
          '/C:%5Cpasswd',
          '/con',
          '/%2e%2e%2fpasswd',
          `/${'passwd'.repeat(300)}`,
        ];
        if (path === '/robots.txt') notFound(socket);
        else if (path === '/') reply(socket, paths.map((each) => `<a href="${each}">x</a>`).join(''));
        else reply(socket, `page ${path}`);
      },
      expect: () => ({ '/': 'stored', '/..%2f..%2f..%2fetc%2fpasswd': 'stored', '/%00': 'stored' }),
      look: ({ files }) =>
        files
          .filter((name) => !/^(?:peak\.txt|surf(?:[/\\][\w.~\\/-]+)?)$/.test(name) || /passwd|\.\./.test(name))
          .map((name) => `there is a file ${JSON.stringify(name)}`),
    },
  ],
};
