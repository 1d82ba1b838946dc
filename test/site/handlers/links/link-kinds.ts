import type { Pathology } from '#test/site/pathology.ts';

/** Elements whose link is followed by default: each leads to `/link-kinds/<name>`. */
export const FOLLOWED = [
  'a',
  'upper',
  'unquoted',
  'spaces',
  'area',
  'iframe',
  'frame',
  'refresh',
  'next',
  'header-next',
  'entity&x',
];
/** Places whose addresses are not links, or are recorded only. */
export const NOT_FOLLOWED = [
  'comment',
  'script',
  'textarea',
  'template',
  'canonical',
  'alternate',
  'img',
  'form',
  'style',
  'slow-refresh',
];

const BODY = `<html><head><title>kinds of links</title>
<meta http-equiv="Refresh" content="5; URL='/link-kinds/refresh'">
<meta http-equiv="refresh" content="60; url=/link-kinds/slow-refresh">
<link rel="next" href="/link-kinds/next"><link rel="canonical" href="/link-kinds/canonical">
<link rel="alternate" hreflang="de" href="/link-kinds/alternate"><link rel="stylesheet" href="/link-kinds/style">
</head><body>
<a href="/link-kinds/a">a</a> <A CLASS=x HREF="/link-kinds/upper" ID=y>upper</A> <a href=/link-kinds/unquoted>unquoted</a>
<a href="
   /link-kinds/sp\taces  ">white space around and in it</a> <a href="/link-kinds/entity&amp;x">entity</a>
<a name="no-href">none</a> <a href="#top">top</a> <a href="mailto:someone@example.com">mail</a> <a href="javascript:void(0)">script</a>
<map><area href="/link-kinds/area"></map><iframe src="/link-kinds/iframe"></iframe><frame src="/link-kinds/frame">
<!-- <a href="/link-kinds/comment">comment</a> --><script>document.write('<a href="/link-kinds/script">x</a>')</script>
<textarea><a href="/link-kinds/textarea">x</a></textarea><template><a href="/link-kinds/template">x</a></template>
<img src="/link-kinds/img"><form action="/link-kinds/form"><button>go</button></form>
</body></html>`;

/** `/link-kinds/start`: every place where an address can be. */
export const linkKinds: Pathology = {
  name: 'link-kinds',
  about: 'Links in every element, in odd spelling, and addresses that are none.',
  examples: {
    '/link-kinds/start': 'stored',
    ...Object.fromEntries(FOLLOWED.map((name) => [`/link-kinds/${name}`, 'stored'])),
  },
  handle: (exchange) => {
    if (exchange.part(1) === 'start') exchange.html(BODY, 200, { link: '</link-kinds/header-next>; rel="next"' });
    else exchange.html(`<title>${exchange.part(1)}</title>${exchange.part(1)}`);
  },
};
