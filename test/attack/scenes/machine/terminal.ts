import type { Scene } from '#test/attack/attack.ts';
import { notFound, reply } from '#test/attack/hostile/hostile-server.ts';

/**
 * Clears the screen, sets the window's title, rings, turns the line round, ends it (C1 CSI, LS,
 * RLO).
 */
const HOSTILE = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u2028\u202eevil\r\n';
const DANGEROUS = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

const EXPORTS = ['jsonl', 'links'].map((format) => `export last --format ${format} --out -`);

/** What would move the cursor when the command line shows it. */
export const terminal: Scene = {
  name: 'terminal',
  quick: true,
  args: ['--links', 'full'],
  attacks: [
    {
      id: 'escapes',
      sends: 'terminal escapes in title, address, header, reason phrase, redirect target and robots.txt',
      must: 'no command writes one as it is',
      serve: ({ path }, socket) => {
        if (path === '/robots.txt')
          reply(socket, `User-agent: *\nDisallow: /no${HOSTILE}\nDisallow: /never`, ['Content-Type: text/plain']);
        else if (path === '/')
          reply(
            socket,
            `<title>${HOSTILE}</title><a href="/${HOSTILE}">1</a><a href="/moved">2${HOSTILE}</a><a href="/gone">3</a><a href="/no${HOSTILE}">4</a>`,
          );
        else if (path === '/moved')
          socket.write(
            Buffer.from(
              `HTTP/1.1 302 ${HOSTILE.trim()}\r\nLocation: /\x1b[31mx\r\nContent-Length: 0\r\n\r\n`,
              'latin1',
            ),
          );
        else if (path === '/gone')
          socket.write(
            Buffer.from(
              'HTTP/1.1 404 \x1b[2Jgone\r\nContent-Type: text/\x1b[31m\r\nContent-Length: 0\r\n\r\n',
              'latin1',
            ),
          );
        else notFound(socket);
      },
      expect: () => ({ '/': 'stored' }),
      look: async ({ stdout, stderr, surf }) => {
        const commands = ['tasks last', 'tasks last --json', 'status last', 'ls', 'verify last', ...EXPORTS];
        const outputs = await Promise.all(
          commands.map(async (words): Promise<[string, string]> => [words, await surf(...words.split(' '))]),
        );
        outputs.push(['crawl', stdout + stderr]);
        return outputs.flatMap(([name, text]) => {
          const found = DANGEROUS.exec(text);
          return found === null
            ? []
            : [`${name} writes ${JSON.stringify(text.slice(found.index - 30, found.index + 30))}`];
        });
      },
    },
  ],
};
