import { domainToUnicode } from 'node:url';
import { answer } from '#test/site/hostile/answer.ts';
import type { Hazard } from '#test/site/hostile/place.ts';

/** Addresses: relative, odd, the same in other words, without end. */
export const addresses: Readonly<Record<string, Hazard>> = {
  relative: (p) => {
    const folder = p.path('/');
    const at = (name: string): string => {
      p.leaf(`${folder}a/${name}`);
      return name;
    };
    p.leaf(`${folder}up`);
    const [root, query] = [p.leaf(), p.path().slice(1)];
    p.leaf(`${folder}a/page?${query}`);
    const links = [
      at('one'),
      `./${at('two')}`,
      `../a/${at('three')}`,
      '../up',
      `../../../../../..${root}`,
      `?${query}`,
      `b/../${at('four')}`,
    ].concat([
      `//${p.host}${folder}a/${at('five')}`,
      `http:${at('six')}`,
      `.\\${at('seven')}`,
      `%2e/${at('eight')}`,
      `//${p.host.toUpperCase()}${folder}a/${at('nine')}`,
    ]);
    return p.page(links.map((href) => `<a href="${href}">x</a>`).join('\n'), { path: `${folder}a/page` });
  },
  'base in a folder': (p) => {
    const folder = p.path('/');
    p.leaf(`${folder}x/leaf`);
    return p.page(`<base target=_top><base href="x/"><base href="/no/"><a href="leaf">x</a>`, {
      path: `${folder}page`,
    });
  },
  'base behind the links': (p) => {
    const folder = p.path('/');
    p.leaf(`${folder}leaf`);
    return p.page(`<a href="leaf">x</a><base href="${folder}"><a href="leaf">y</a>`);
  },
  'base on another host': (p) => {
    const leaf = new URL(p.leafAt(p.other));
    return p.page(`<base href="//${p.other}/"><a href="${leaf.pathname}">x</a><a href="${p.url(p.leaf())}">y</a>`);
  },
  'base outside': (p) => {
    const path = p.path();
    p.web.expect(p.url(path, p.outside), 'skipped(outside-scope)');
    return p.page(`<base href="http://${p.outside}/"><a href="${path}">x</a>`);
  },
  outside: (p) => {
    const path = p.path();
    p.web.expect(p.url(path, p.outside), 'skipped(outside-scope)');
    return p.url(path, p.outside);
  },
  fragments: (p) => {
    const leaf = p.leaf();
    return p.page(
      `<a href="${leaf}#a">x</a><a href="${leaf}#b">y</a><a href="${leaf}#!c">z</a><a href="${leaf}#">w</a>`,
    );
  },
  spellings: (p) => {
    const leaf = p.leaf(`${p.path()}/a-b~c`);
    const others = [
      leaf.replace('~', '%7E'),
      leaf.replace('~', '%7e'),
      leaf.replace('-', '%2D'),
      `${leaf}?`,
      leaf.replace('a', '%61'),
    ];
    const hosts = [
      `http://${p.host.toUpperCase()}:80${leaf}`,
      `HTTP://${p.host}.${leaf}`,
      `http://user:secret@${p.host}${leaf}`,
    ];
    return p.page([leaf, ...others, ...hosts].map((href) => `<a href="${href}">x</a>`).join('\n'));
  },
  'hex in upper case': (p) => {
    const leaf = p.leaf(`${p.path()}%2fa%3Ab`);
    return p.page(`<a href="${leaf}">x</a><a href="${leaf.replace('%2f', '%2F').replace('%3A', '%3a')}">y</a>`);
  },
  distinct: (p) => {
    const path = p.path();
    const paths = [
      `${path}/a`,
      `${path}/A`,
      `${path}/a/`,
      `${path}//a`,
      `${path}/a%20b`,
      `${path}/a%2520b`,
      `${path}/a%2Fb`,
      `${path}/a/b`,
    ].concat([
      `${path}?x=a&y=b`,
      `${path}?y=b&x=a`,
      `${path}?x=a%26y`,
      `${path};v=a`,
      `${path}/index.html`,
      `${path}/`,
      `${path}/a+b`,
    ]);
    return p.page(paths.map((one) => `<a href="${p.leaf(one).replaceAll('&', '&amp;')}">x</a>`).join('\n'));
  },
  'spaces and letters': (p) => {
    const path = p.path();
    p.leaf(`${path}/a%20b`);
    p.leaf(`${path}/%C3%BC?q=%C3%A9`);
    p.leaf(`${path}/%E2%98%83`);
    return p.page(`<a href=" ${path}/a b ">x</a><a href="${path}/ü?q=é">y</a><a href="${path}/☃">z</a>`);
  },
  'odd letters': (p) => {
    const path = p.path();
    p.leaf(`${path}/a|b`);
    p.leaf(`${path}?q=%27x%27`);
    p.leaf(`${path}/e%CC%81`);
    p.leaf(`${path}/%C3%A9`);
    p.leaf(`${path}/%F0%9F%98%80`);
    p.leaf(`${path}/a%C2%A0`);
    p.leaf(`${path}/c`);
    const hrefs = ['/a|b', "?q='x'", '/e\u0301', '/\u00e9', '/\u{1f600}', '/a&nbsp;'].map((end) => path + end);
    return p.page([...hrefs, `&#1;${path}/c&#31;`].map((href) => `<a href="${href}">x</a>`).join(''));
  },
  'letters in host names': (p) => {
    const leaf = new URL(p.leafAt(p.idn));
    const letters = domainToUnicode(leaf.hostname);
    const hosts = [
      letters,
      letters.toUpperCase(),
      encodeURIComponent(letters),
      letters.normalize('NFD'),
      letters.replace('.', '\u3002'),
    ];
    return p.page(hosts.map((host) => `<a href="//${host}${leaf.pathname}">x</a>`).join(''));
  },
  'lone percent': (p) => {
    const path = p.path();
    p.leaf(`${path}/50%`);
    p.leaf(`${path}/%zz`);
    return p.page(`<a href="${path}/50%">x</a><a href="${path}/%zz">y</a>`);
  },
  long: (p) => {
    const short = p.path('/');
    const room = 2_083 - p.url(short).length;
    return [p.leaf(short + 'l'.repeat(room)), p.refused('skipped(url-too-long)', `${short}${'m'.repeat(room + 1)}`)];
  },
  'another port': (p) => {
    const path = p.path();
    p.web.serve(`${p.host}:8081`, '/robots.txt', answer({ status: '404 Not Found' }));
    p.web.serve(`${p.host}:8081`, path, answer({ body: p.text(path) }));
    p.web.expect(`http://${p.host}:8081${path}`, 'stored');
    return `//${p.host}:8081${path}`;
  },
  calendar: (p) => {
    const path = p.path();
    const last = 5;
    const month = (n: number): string => `${path}/2024/${n}`;
    for (let n = 1; n <= last; n++) p.page(`<a href="${month(n + 1)}">next</a>`, { path: month(n) });
    p.refused('skipped(trap)', month(last + 1));
    return month(1);
  },
  'growing path': (p) => {
    const path = p.path('/');
    for (let n = 0; n <= 4; n++) p.page('<a href="more/">more</a>', { path: path + 'more/'.repeat(n) });
    p.refused('skipped(trap)', path + 'more/'.repeat(5));
    return path;
  },
  sessions: (p) => {
    const path = p.path();
    const body = p.text(path);
    const copies = ['sid=a', 'sid=b', 'sid=c'].map((query) => `${path}?${query}`);
    for (const [n, copy] of copies.entries()) p.serve(copy, answer({ body }), n === 0 ? 'stored' : 'duplicate');
    return p.page(copies.map((copy) => `<a href="${copy}">x</a>`).join(''));
  },
  'links of a copy': (p) => {
    const leaf = p.leaf();
    const [first, second] = [p.path(), p.path()];
    const body = `${p.text(first)}<a href="${leaf}">x</a>`;
    p.serve(first, answer({ body }), 'stored');
    p.serve(second, answer({ body }), 'duplicate');
    return p.page(`<a href="${first}">x</a><a href="${second}">y</a>`);
  },
  'soft 404': (p) => {
    const body = p.text(p.path());
    const paths = [p.path(), p.path(), p.path()];
    for (const [n, path] of paths.entries()) p.serve(path, answer({ body }), n === 0 ? 'stored' : 'duplicate');
    return p.page(paths.map((path) => `<a href="${path}">x</a>`).join(''));
  },
};
