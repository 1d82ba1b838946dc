/** Names of `preset`. */
export const PRESET_NAMES = ['cis5550'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

type Mapping = Readonly<Record<string, unknown>>;

/** Values of each preset that replace the schema's defaults, as a raw document. */
export const PRESETS: Readonly<Record<PresetName, Mapping>> = {
  /**
   * The crawler of a university course (CIS 5550, homework 8): HEAD before GET, first match of
   * robots.txt, Crawl-delay instead of one second, `<a href>` alone, no limit.
   */
  cis5550: {
    sitemaps: 'off',
    scope: { ignoreExtensions: ['jpg', 'jpeg', 'gif', 'png', 'txt'] },
    links: { follow: ['a'] },
    limits: {
      depth: null,
      pagesPerLevel: null,
      pages: null,
      pagesPerHost: null,
      totalBytes: null,
      seconds: null,
      budgetUsd: null,
    },
    politeness: { crawlDelay: 'replace', robotsMatch: 'first', robotsError: 'allow', userAgent: 'cis5550-crawler' },
    fetch: { headFirst: true, acceptTypes: ['text/html'] },
  },
};

/**
 * Fills fields that the document leaves out with the values of its preset. A document that is not a
 * mapping, or names no preset, stays as it is: the schema reports it.
 */
export function withPreset(document: unknown): unknown {
  const name = isMapping(document) ? document.preset : undefined;
  const preset = PRESET_NAMES.find((known) => known === name);
  return preset === undefined ? document : under(PRESETS[preset], document);
}

/**
 * `document` over `base`, group by group; a list or value of the document takes the place of the
 * base's.
 */
function under(base: unknown, document: unknown): unknown {
  if (document === undefined) return structuredClone(base);
  if (!isMapping(base) || !isMapping(document)) return document;
  const names = new Set([...Object.keys(base), ...Object.keys(document)]);
  return Object.fromEntries([...names].map((name) => [name, under(own(base, name), own(document, name))]));
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (mapping: Mapping, name: string): unknown => (Object.hasOwn(mapping, name) ? mapping[name] : undefined);
