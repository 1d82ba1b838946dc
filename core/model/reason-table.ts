/**
 * A reason as users see it. The table imports nothing, so the engine, the API, the command and the
 * console read the same rows.
 */
interface ReasonRow {
  /** Part of the API and of stored lines: never renamed. */
  readonly code: string;
  /** Meaning of the reason, for the console and docs/semantics.md. */
  readonly words: string;
  /**
   * The end of “Surf got no page from URL: …”. `{detail}` is the rule, error or HTTP status that
   * decided; `{(detail)}` is the same in brackets, or nothing where there is none.
   */
  readonly seedWords: string;
}

export interface SkipReasonRow extends ReasonRow {
  /**
   * The number in stored seen sets, 1 to 255. A number is never changed and never used again:
   * archives outlive a version.
   */
  readonly storedNumber: number;
  /**
   * The rule with the lowest precedence, of several that refuse a URL, gives the reason. No two are
   * equal.
   */
  readonly precedence: number;
}

/**
 * Reasons why Surf skips a URL. A new reason takes the next free stored number and any free
 * precedence.
 */
export const SKIP_REASON_TABLE = [
  {
    code: 'invalid-url',
    storedNumber: 1,
    precedence: 10,
    words: 'not a URL that can be requested',
    seedWords: 'the URL is not valid',
  },
  {
    code: 'scheme',
    storedNumber: 2,
    precedence: 20,
    words: 'neither http nor https, or not one of the workflow’s schemes',
    seedWords: 'the workflow does not allow its scheme',
  },
  {
    code: 'url-too-long',
    storedNumber: 3,
    precedence: 30,
    words: 'the address is longer than the workflow allows',
    seedWords: 'the URL is longer than the workflow allows',
  },
  {
    code: 'blocked-address',
    storedNumber: 4,
    precedence: 40,
    words: 'an address of a private network, or a port of another service',
    seedWords: 'Surf never requests its address{(detail)}',
  },
  {
    code: 'blocklist',
    storedNumber: 5,
    precedence: 50,
    words: 'on the blocklist of this deployment',
    seedWords: 'it is on the blocklist{(detail)}',
  },
  {
    code: 'blacklist',
    storedNumber: 6,
    precedence: 60,
    words: 'on the workflow’s blacklist',
    seedWords: "it is on the workflow's blacklist{(detail)}",
  },
  {
    code: 'excluded',
    storedNumber: 7,
    precedence: 70,
    words: 'matches one of the workflow’s exclude patterns',
    seedWords: 'the exclude pattern {detail} matches it',
  },
  {
    code: 'outside-scope',
    storedNumber: 8,
    precedence: 80,
    words: 'does not belong to the sites of the crawl',
    seedWords: 'it is outside the scope',
  },
  {
    code: 'not-included',
    storedNumber: 9,
    precedence: 90,
    words: 'matches none of the workflow’s include patterns',
    seedWords: 'no include pattern matches it',
  },
  {
    code: 'not-selected',
    storedNumber: 10,
    precedence: 100,
    words: 'does not match the workflow’s URL selector',
    seedWords: 'the URL selector does not match it',
  },
  {
    code: 'extension',
    storedNumber: 11,
    precedence: 110,
    words: 'has a file extension that the workflow ignores',
    seedWords: 'the workflow ignores {detail} files',
  },
  {
    code: 'nofollow',
    storedNumber: 12,
    precedence: 120,
    words: 'the page asks not to follow the link',
    seedWords: 'the link is marked nofollow',
  },
  {
    code: 'robots',
    storedNumber: 13,
    precedence: 140,
    words: 'robots.txt of the host forbids it',
    seedWords: 'robots.txt disallows it',
  },
  {
    code: 'trap',
    storedNumber: 14,
    precedence: 130,
    words: 'looks like one of endlessly many addresses',
    seedWords: 'it looks like a crawler trap{(detail)}',
  },
  {
    code: 'content-type',
    storedNumber: 15,
    precedence: 150,
    words: 'is not a page by its media type',
    seedWords: 'its content type is not accepted{(detail)}',
  },
  {
    code: 'too-large',
    storedNumber: 16,
    precedence: 160,
    words: 'is larger than one page may be',
    seedWords: 'it is larger than limits.pageBytes',
  },
  {
    code: 'too-many-redirects',
    storedNumber: 17,
    precedence: 170,
    words: 'redirects more often than the workflow allows',
    seedWords: 'it redirects too often',
  },
  {
    code: 'hook',
    storedNumber: 18,
    precedence: 115,
    words: 'the program that runs the crawl does not follow the link',
    seedWords: 'the program does not follow it{(detail)}',
  },
  {
    code: 'off-topic',
    storedNumber: 19,
    precedence: 125,
    words: 'the link scores too low on the workflow’s topic',
    seedWords: 'the link to it is off topic{(detail)}',
  },
] as const satisfies readonly SkipReasonRow[];

/**
 * Reasons why Surf could not fetch a URL, after all tries. Failures are stored by code: they have
 * no number and no precedence.
 */
export const FAIL_REASON_TABLE = [
  { code: 'dns', words: 'the host name does not resolve', seedWords: 'its host name does not resolve' },
  { code: 'connect', words: 'no connection to the host', seedWords: 'the connection failed{(detail)}' },
  { code: 'proxy', words: 'the proxy of the workflow does not work', seedWords: '{detail}' },
  { code: 'tls', words: 'the TLS connection to the host failed', seedWords: 'the TLS handshake failed{(detail)}' },
  { code: 'timeout', words: 'the host took too long', seedWords: 'the request timed out{(detail)}' },
  { code: 'reset', words: 'the host closed the connection', seedWords: 'the server closed the connection' },
  { code: 'truncated', words: 'the answer ended too early', seedWords: 'the response ended early' },
  { code: 'protocol', words: 'the answer is not HTTP', seedWords: 'the response is not valid HTTP{(detail)}' },
  {
    code: 'decode',
    words: 'the answer’s compression is broken',
    seedWords: 'the response could not be decompressed',
  },
  {
    code: 'http-4xx',
    words: 'the host answered with an error (4xx): no such page, or no access',
    seedWords: 'the server answered 4xx',
  },
  { code: 'http-5xx', words: 'the host answered with an error (5xx)', seedWords: 'the server answered 5xx' },
  { code: 'blocked', words: 'the site answers with a bot wall', seedWords: 'a bot wall answered{(detail)}' },
  {
    code: 'robots-unreachable',
    words: 'robots.txt cannot be fetched, so nothing may be requested',
    seedWords: 'robots.txt could not be fetched, so nothing on the host may be requested',
  },
  {
    code: 'no-room',
    words: 'it made room for other hosts each time',
    seedWords: 'it made room for other hosts each time: {detail}',
  },
  {
    code: 'worker-died',
    words: 'the worker died each time it tried',
    seedWords: 'the worker that fetched it died each time',
  },
  { code: 'stuck', words: 'the crawl made no progress with it', seedWords: 'the crawl made no progress with it' },
  { code: 'internal', words: 'an internal error of Surf', seedWords: 'Surf failed on it{(detail)}' },
] as const satisfies readonly ReasonRow[];

export type SkipReasonCode = (typeof SKIP_REASON_TABLE)[number]['code'];
export type FailReasonCode = (typeof FAIL_REASON_TABLE)[number]['code'];

export const REASON_TABLE: readonly (ReasonRow & { readonly code: SkipReasonCode | FailReasonCode })[] = [
  ...SKIP_REASON_TABLE,
  ...FAIL_REASON_TABLE,
];

/** The anchor of a reason in docs/semantics.md. */
export const reasonAnchor = (code: string): string => `reason-${code}`;
