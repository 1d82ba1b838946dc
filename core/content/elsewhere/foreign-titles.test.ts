import { describe, expect, it } from 'vitest';
import { pageContent } from '#core/content/content-root.ts';
import { leadsElsewhere } from '#core/content/elsewhere/foreign-titles.ts';
import { textOf } from '#core/content/tree/content-tree.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

describe('a title of another language leads elsewhere', () => {
  it.each([
    ['German', 'Ähnliche Beiträge'],
    ['French', 'À lire aussi'],
    ['Spanish', 'Te puede interesar'],
    ['Portuguese', 'Leia também'],
    ['Italian', 'Leggi anche:'],
    ['Italian, another', 'Potrebbe interessarti'],
    ['Dutch', 'Lees ook'],
    ['Russian', 'Читайте также'],
    ['Korean', '관련 기사'],
    ['Arabic', 'اقرأ أيضا'],
    ['Chinese', '相关阅读'],
    ['Japanese', '関連記事一覧'],
  ])('in %s', (_, title) => {
    expect(leadsElsewhere(title)).toBe(true);
  });

  it.each(['Teilen und Herrschen', 'Catégories grammaticales', 'Ultima', 'Lees ooknog', '相关性分析'])(
    'and %s is none',
    (title) => {
      expect(leadsElsewhere(title)).toBe(false);
    },
  );

  it('so that its section goes', () => {
    const prose = `<p>${'Sätze über den Gegenstand dieser Seite, die viele Wörter haben. '.repeat(20)}</p>`;
    const section = '<section><h3>Ähnliche Beiträge</h3><p>Weg <a href="/1">Andere Seite</a></p></section>';
    const { root } = pageContent(
      `<html><body><main>${prose}${section}</main></body></html>`,
      'http://a.test/' as CrawlUrl,
    );

    expect(textOf(root)).not.toContain('Weg');
  });
});
