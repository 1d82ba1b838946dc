import { answer, redirect } from '#test/site/hostile/answer.ts';
import type { Hazard, Place } from '#test/site/hostile/place.ts';

const ONCE = [1, 1] as const;

const moved = (p: Place, location: string, status?: string): string =>
  p.serve(p.path(), redirect(location, status), 'redirected');

/** Answers that lead elsewhere, or pretend to. */
export const redirects: Readonly<Record<string, Hazard>> = {
  'redirects of every kind': (p) =>
    ['301 Moved', '302 Found', '303 See Other', '307 Temporary', '308 Permanent', '300 Multiple'].map((status) =>
      moved(p, p.leaf(), status),
    ),
  'relative Location': (p) => {
    const folder = p.path('/');
    p.leaf(`${folder}leaf`);
    return p.serve(`${folder}page`, redirect('leaf#part'), 'redirected');
  },
  'Location of another host': (p) => moved(p, p.leafAt(p.other)),
  'Location without scheme': (p) => moved(p, `//${p.host}${p.leaf()}`),
  'Location in UTF-8': (p) => {
    const path = p.path();
    p.leaf(`${path}/%C3%BC`);
    return moved(p, `${path}/ü`);
  },
  'Location with spaces': (p) => {
    const path = p.path();
    p.leaf(`${path}/a%20b`);
    return moved(p, `  ${path}/a b `);
  },
  'redirect to a known page': (p) => {
    const leaf = p.leaf();
    return p.page(`<a href="${leaf}">x</a><a href="${moved(p, leaf)}">y</a>`);
  },
  'redirect outside': (p) => {
    const path = p.path();
    p.web.expect(p.url(path, p.outside), 'skipped(outside-scope)');
    return moved(p, p.url(path, p.outside));
  },
  'links in a redirect': (p) =>
    p.serve(p.path(), redirect(p.leaf(), '302 Found', `<a href="${p.never()}">x</a>`), 'redirected'),
  'redirect to its own part': (p) => {
    const path = p.path();
    return p.serve(path, redirect(`${path}#part`), 'redirected');
  },
  'redirect to itself': (p) => {
    const path = p.path();
    return p.serve(path, redirect(path), 'redirected');
  },
  'redirect with a slash': (p) => {
    const path = p.path();
    p.leaf(`${path}/`);
    return p.serve(path, redirect(`${path}/`, '301 Moved'), 'redirected');
  },
  loop: (p) => {
    const [a, b] = [p.path(), p.path()];
    p.serve(a, redirect(b), 'redirected');
    p.serve(b, redirect(a), 'redirected');
    return a;
  },
  chain: (p) => {
    const paths = Array.from({ length: 6 }, () => p.path());
    for (const [n, path] of paths.entries()) if (n < 5) p.serve(path, redirect(paths[n + 1] ?? ''), 'redirected');
    p.leaf(paths[5] ?? '');
    return paths[0] ?? '';
  },
  'chain without end': (p) => {
    const paths = Array.from({ length: 12 }, () => p.path());
    for (const [n, path] of paths.entries()) if (n < 11) p.serve(path, redirect(paths[n + 1] ?? ''), 'redirected');
    p.refused('skipped(too-many-redirects)', paths[11] ?? '');
    return paths[0] ?? '';
  },
  'redirect nowhere': (p) => [
    p.serve(p.path(), redirect('mailto:a@b.test'), 'skipped(scheme)', ONCE),
    p.serve(p.path(), redirect('javascript:alert(1)'), 'skipped(scheme)', ONCE),
    p.serve(p.path(), redirect('http://'), 'skipped(invalid-url)', ONCE),
    p.serve(p.path(), answer({ status: '302 Found' }), 'failed(protocol)'),
    p.serve(p.path(), answer({ status: '304 Not Modified' }), 'failed(protocol)'),
    p.serve(p.path(), redirect(p.never(), '305 Use Proxy'), 'failed(protocol)'),
  ],
  'refresh to a redirect': (p) => p.page(`<meta http-equiv=refresh content="0;url=${moved(p, p.leaf())}">`),
  'Content-Location': (p) =>
    p.page(`<a href="${p.leaf()}">x</a>`, { headers: ['Content-Type: text/html', `Content-Location: ${p.never()}`] }),
  'Location without redirect': (p) =>
    p.page(`<a href="${p.leaf()}">x</a>`, {
      status: '201 Created',
      headers: ['Content-Type: text/html', `Location: ${p.never()}`],
    }),
};
