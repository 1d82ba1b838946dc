import type { Attack, Scene } from '#test/attack/attack.ts';
import { HTML, notFound, reply } from '#test/attack/hostile/hostile-server.ts';

interface Page extends Pick<Attack, 'id' | 'sends' | 'must'> {
  readonly body: string | Uint8Array;
  readonly type?: string;
  /** Paths that the page must lead to, and no other. */
  readonly finds: readonly string[];
}

/** A page that leads to exactly these others. */
const page = ({ body, type = HTML, finds, ...attack }: Page): Attack => ({
  ...attack,
  serve: ({ path }, socket) => {
    if (path === '/') reply(socket, body, [type]);
    else if (path === '/robots.txt') notFound(socket);
    else reply(socket, `<p>${attack.id} ${path}`);
  },
  expect: () => ({ '/': 'stored', ...Object.fromEntries(finds.map((path) => [path, 'stored'])) }),
  look: ({ requests }) => {
    const asked = requests.filter(({ host }) => host === attack.id).map(({ path }) => path);
    const others = asked.filter((path) => path !== '/' && path !== '/robots.txt' && !finds.includes(path));
    return others.map((path) => `it followed ${path.slice(0, 100)}`);
  },
});

/** Pages that are made to be misread. */
export const pages: Scene = {
  name: 'pages',
  quick: true,
  args: [],
  attacks: [
    page({
      id: 'nul',
      sends: 'NUL bytes everywhere',
      must: 'the links are found',
      body: '\0<a\0 href="/no">x</a\0><a href="/y\0es">y</a>\0',
      finds: ['/y%EF%BF%BDes'],
    }),
    page({
      id: 'charset-unknown',
      sends: 'a charset that does not exist, and one that hides markup (UTF-7)',
      must: 'it is read as windows-1252; nothing hidden appears',
      body: '<meta charset="utf-7"><a href="/yes">y</a>+ADw-a href=+ACI-/no+ACI-+AD4-',
      type: 'Content-Type: text/html; charset=x-evil',
      finds: ['/yes'],
    }),
    page({
      id: 'charset-utf16',
      sends: 'UTF-16 with a byte order mark that the header denies',
      must: 'the mark decides',
      body: Buffer.from('\ufeff<a href="/yes">y</a>', 'utf16le'),
      finds: ['/yes'],
    }),
    page({
      id: 'script-hidden',
      sends: 'links in scripts, escaped twice, in comments, templates, text areas',
      must: 'none is followed',
      body: [
        '<script><!--<script></script><a href="/no1"></script -->',
        '<!-- --!><a href="/yes1">1</a><!-- <a href="/no2"> -->',
        '<template><a href="/no3"></template><textarea><a href="/no4"></textarea><title><a href="/no5"></title>',
        '<style><a href="/no6"></style><xmp><a href="/no7"></xmp><iframe><a href="/no8"></iframe>',
        '<a href="/yes2">2</a><plaintext><a href="/no9">',
      ].join('\n'),
      finds: ['/yes1', '/yes2'],
    }),
    page({
      id: 'javascript-links',
      sends: 'javascript:, data:, vbscript:, also disguised with tabs and line ends',
      must: 'none is requested',
      body: '<a href="javascript:alert(1)">a</a><a href=" java\tscript:alert(1)">b</a><a href="data:text/html,x">c</a><a href="&#106;avascript:x">d</a><a href="/yes">y</a>',
      finds: ['/yes'],
    }),
    page({
      id: 'plain-text',
      sends: 'markup as text/plain',
      must: 'no link is followed',
      body: '<a href="/no">x</a>',
      type: 'Content-Type: text/plain',
      finds: [],
    }),
    page({
      id: 'base-twice',
      sends: 'a base of another scheme, and a second base',
      must: 'neither misleads',
      body: '<base href="javascript:/x/"><base href="/no/"><a href="yes">y</a>',
      finds: ['/yes'],
    }),
    page({
      id: 'dots',
      sends: 'dots, backslashes and escapes that lead above the root',
      must: 'they stay below it',
      body: '<a href="/../../yes1">1</a><a href="\\..\\yes2">2</a><a href="/%2e%2e/%2e%2e/yes3">3</a>',
      finds: ['/yes1', '/yes2', '/yes3'],
    }),
  ],
};
