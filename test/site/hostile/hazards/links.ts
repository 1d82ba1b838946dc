import { answer } from '#test/site/hostile/answer.ts';
import type { Hazard } from '#test/site/hostile/place.ts';

/** Ways to write a link, and what looks like one. */
export const links: Readonly<Record<string, Hazard>> = {
  'upper case': (p) => p.page(`<A HREF=${p.leaf()}>x</A><A\nHREF\t=\n'${p.leaf()}'>y</A>`),
  'no quotes': (p) => p.page(`<a href=${p.leaf()}>x</a><a title=a>b href=${p.never()} <a/href=${p.leaf()}>z</a>`),
  'attribute twice': (p) => p.page(`<a href="${p.leaf()}" href="${p.never()}">x</a>`),
  'not closed': (p) => p.page(`<p><a href="${p.leaf()}"><b>x<a href="${p.leaf()}">y<div><a href="${p.leaf()}">`),
  'cut quote': (p) => p.page(`<a href="${p.leaf()}">x</a><a href="${p.never()}>y`),
  'cut tag': (p) => p.page(`<a href="${p.leaf()}">x</a><a href="${p.never()}" `),
  'end tag with href': (p) => p.page(`</a href="${p.never()}"><a href="${p.leaf()}">x</a>`),
  'no tag': (p) =>
    p.page(`< a href="${p.never()}"> <ahref="${p.never()}"> <a-b href="${p.never()}"> &lt;a href="${p.never()}">`),
  'form feed': (p) => p.page(`<a\fhref="${p.leaf()}">x</a>`),
  'line ends in href': (p) => {
    const leaf = p.leaf();
    return p.page(`<a href="\n  ${leaf.slice(0, 2)}\t\r\n${leaf.slice(2)}  ">x</a>`);
  },
  references: (p) => {
    const leaf = p.leaf(`${p.path()}?a=1&copy=2&amp=3`);
    return p.page(`<a href="&#x2F;${leaf.slice(1).replace('&copy', '&amp;copy').replace('&amp=', '&amp;amp=')}">x</a>`);
  },
  'reference without semicolon': (p) => p.page(`<a href="${p.leaf(`${p.path()}?a=1&copy=2`)}">x</a>`),
  'text elements': (p) =>
    p.page(
      `${['title', 'textarea', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'script']
        .map((name) => `<${name}><a href="${p.never()}">x</a></${name}>`)
        .join('\n')}<a href="${p.leaf()}">x</a>`,
    ),
  comments: (p) =>
    p.page(
      `<!-- <a href="${p.never()}">x</a> --><!--><a href="${p.leaf()}">x</a><!-- --!><a href="${p.leaf()}">y</a>` +
        `<!doctype "><a href="${p.leaf()}">z</a><![CDATA[<a href="${p.never()}">a comment here</a>]]><!-- <a href="${p.never()}">`,
    ),
  'script with a comment': (p) =>
    p.page(
      `<script><!-- document.write('<script><a href="${p.never()}"></script>') //--></script><a href="${p.leaf()}">x</a>`,
    ),
  template: (p) =>
    p.page(
      `<template><a href="${p.never()}">x</a><template></template><a href="${p.never()}"></template><a href="${p.leaf()}">y</a>`,
    ),
  noscript: (p) => p.page(`<noscript><a href="${p.leaf()}">x</a></noscript>`),
  plaintext: (p) => p.page(`<a href="${p.leaf()}">x</a><plaintext><a href="${p.never()}">y</a>`),
  'area and frames': (p) =>
    p.page(`<map><area href="${p.leaf()}"></map><iframe src="${p.leaf()}"></iframe><iframe src=""></iframe>`),
  frameset: (p) => {
    const path = p.path();
    const body = `<html><head><title>${p.host}${path}</title></head><frameset><frame src="${p.leaf()}"><frame></frameset></html>`;
    return p.serve(path, answer({ body }), 'stored');
  },
  'no links': (p) =>
    p.page(
      `<img src="${p.never()}"><script src="${p.never()}"></script><form action="${p.never()}"><button formaction="${p.never()}"></button></form>` +
        `<object data="${p.never()}"></object><embed src="${p.never()}"><video src="${p.never()}" poster="${p.never()}"></video>` +
        `<a ping="${p.never()}">x</a><blockquote cite="${p.never()}"></blockquote><a data-href="${p.never()}" xhref="${p.never()}">y</a>`,
    ),
  'link elements': (p) =>
    p.page(
      `<link rel="next" href="${p.leaf()}"><link rel="stylesheet" href="${p.never()}"><link rel="icon" href="${p.never()}">` +
        `<link rel="canonical" href="${p.never()}"><link rel="alternate" hreflang="de" href="${p.never()}"><link rel="preload" href="${p.never()}">` +
        `<a href="${p.leaf()}">x</a>`,
    ),
  'link headers': (p) => {
    const [next, canonical] = [p.leaf(), p.never()];
    const headers = [
      'Content-Type: text/html',
      `Link: <${canonical}>; rel="canonical", <${next}>; rel=next`,
      `Link: <${p.never()}>; rel=preload; as=style`,
    ];
    return p.page('', { headers });
  },
  'svg anchors': (p) =>
    p.page(
      `<svg><a href="${p.leaf()}"><text>x</text></a><a xlink:href="${p.leaf()}"><text>y</text></a><style><a href="${p.leaf()}"></style></svg>` +
        `<a xlink:href="${p.never()}">not here</a>`,
    ),
  mathml: (p) => p.page(`<math><mi><a href="${p.leaf()}">x</a></mi></math><a href="${p.leaf()}">y</a>`),
  'other schemes': (p) =>
    p.page(
      `${[
        'javascript:location="/no"',
        'JAVASCRIPT:x',
        ' java\tscript:x',
        '&#106;avascript:x',
        'data:text/html,<a href=/no>',
        'mailto:a@b.test',
      ]
        .concat([
          'tel:+1',
          'ftp://x.test/a',
          'about:blank',
          'blob:http://x.test/1',
          'view-source:http://x.test/',
          'urn:isbn:1',
          'http://',
          'http://[::1',
        ])
        .map((href) => `<a href='${href}'>x</a>`)
        .join('')}<a href="${p.leaf()}">y</a>`,
    ),
  'empty and itself': (p) =>
    p.page(`<a href="">x</a><a href="#top">y</a><a>z</a><a href>w</a><a href="${p.leaf()}#part">v</a>`),
  refresh: (p) => [
    p.page(`<meta http-equiv="refresh" content="0; URL='${p.leaf()}'">`),
    p.page(`<META HTTP-EQUIV=Refresh CONTENT="5;url=${p.leaf()}">`),
    p.page(`<meta http-equiv="refresh" content="3,${p.leaf()}">`),
    p.page(`<meta http-equiv="refresh" content="60; url=${p.never()}">`),
    p.page(`<noscript><meta http-equiv="refresh" content="0; url=${p.never()}"></noscript><a href="${p.leaf()}">x</a>`),
    p.page('<meta http-equiv="refresh" content="5">'),
    p.page('', { headers: ['Content-Type: text/html', `Refresh: 0; url=${p.leaf()}`] }),
  ],
  'NUL bytes': (p) => {
    const path = p.path();
    p.leaf(`${path}%EF%BF%BDx`);
    return p.page(`\0<a\0 href="${p.never()}">x</a\0><a href="${path}\0x">y</a><a href="${p.leaf()}">\0</a>`);
  },
  'thousands of one link': (p) => p.page(`<a href="${p.leaf()}">x</a>`.repeat(3_000)),
  'nested tables': (p) => p.page(`${'<table><tr><td>'.repeat(2_000)}<a href="${p.leaf()}">x</a>`),
};
