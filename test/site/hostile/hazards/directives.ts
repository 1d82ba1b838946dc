import type { Hazard, Place } from '#test/site/hostile/place.ts';

const NOFOLLOW = 'skipped(nofollow)';
const TYPE = 'Content-Type: text/html';

const nofollowing = (p: Place, head: string, headers: readonly string[] = [TYPE]): string =>
  p.page(`${head}<a href="${p.refused(NOFOLLOW)}">x</a>`, { headers });
const following = (p: Place, head: string, headers: readonly string[] = [TYPE]): string =>
  p.page(`${head}<a href="${p.leaf()}">x</a>`, { headers });

/** What pages ask of robots. */
export const directives: Readonly<Record<string, Hazard>> = {
  'rel nofollow': (p) =>
    p.page(
      ['nofollow', 'NoFollow', 'external nofollow', 'nofollow,noopener', ' noopener\nnofollow ']
        .map((rel) => `<a rel="${rel}" href="${p.refused(NOFOLLOW)}">x</a>`)
        .join('') +
        `<a href="${p.refused(NOFOLLOW)}" rel=nofollow>x</a><area rel=nofollow href="${p.refused(NOFOLLOW)}">`,
    ),
  'other rels': (p) =>
    p.page(
      ['ugc', 'sponsored', 'noopener', 'no-follow', 'nofollows', 'follow']
        .map((rel) => `<a rel="${rel}" href="${p.leaf()}">x</a>`)
        .join(''),
    ),
  'nofollow here, followed there': (p) => {
    const leaf = p.leaf();
    return [p.page(`<a rel=nofollow href="${leaf}">x</a>`), p.page(`<a href="${leaf}">x</a>`)];
  },
  'nofollow and followed on one page': (p) => {
    const [a, b] = [p.leaf(), p.leaf()];
    return p.page(
      `<a rel=nofollow href="${a}">x</a><a href="${a}">y</a><a href="${b}">x</a><a rel=nofollow href="${b}">y</a>`,
    );
  },
  'meta nofollow': (p) => [
    nofollowing(p, '<meta name="robots" content="nofollow">'),
    nofollowing(p, '<META NAME=Robots CONTENT="NOINDEX,NOFOLLOW">'),
    nofollowing(p, '<meta content="none" name="robots">'),
    nofollowing(p, '<meta name="surf-crawler" content="nofollow">'),
    nofollowing(p, '<meta name="robots" content="follow"><meta name="robots" content="nofollow">'),
    nofollowing(p, '<body><p><meta name="robots" content="noarchive, nofollow">'),
  ],
  'meta for others': (p) => [
    following(p, '<meta name="googlebot" content="none">'),
    following(p, '<meta name="robots" content="noindex">'),
    following(p, '<meta name="robots" content="noarchive, nosnippet, max-snippet:5, unavailable_after: 2020-01-01">'),
    following(p, '<meta name="description" content="nofollow"><meta property="robots" content="nofollow">'),
    following(
      p,
      '<!-- <meta name="robots" content="nofollow"> --><template><meta name="robots" content="nofollow"></template>',
    ),
  ],
  'X-Robots-Tag': (p) => [
    nofollowing(p, '', [TYPE, 'X-Robots-Tag: nofollow']),
    nofollowing(p, '', [TYPE, 'x-robots-tag: NONE']),
    nofollowing(p, '', [TYPE, 'X-Robots-Tag: otherbot: noindex', 'X-Robots-Tag: noarchive, nofollow']),
    nofollowing(p, '', [TYPE, 'X-Robots-Tag: surf-crawler: nofollow']),
  ],
  'X-Robots-Tag for others': (p) => [
    following(p, '', [TYPE, 'X-Robots-Tag: otherbot: nofollow']),
    following(p, '', [TYPE, 'X-Robots-Tag: googlebot: none', 'X-Robots-Tag: noindex']),
    following(p, '', [TYPE, 'X-Robots-Tag: unavailable_after: 25 Jun 2010 15:00:00 PST']),
  ],
  'nofollow refresh': (p) =>
    p.page(`<meta name=robots content=nofollow><meta http-equiv=refresh content="0;url=${p.refused(NOFOLLOW)}">`),
  canonical: (p) =>
    p.page(`<link rel=canonical href="${p.never()}"><a href="${p.leaf()}">x</a>`, {
      headers: [TYPE, `Link: <${p.never()}>; rel=canonical`],
    }),
};
