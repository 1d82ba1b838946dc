import { normalizeEscapes } from '#core/url/canonical-form.ts';

/** Names of session identifiers in queries; `jsessionid` is also dropped as a path parameter. */
export const SESSION_PARAMETERS = [
  'sid',
  'phpsessid',
  'jsessionid',
  'aspsessionid*',
  'sessionid',
  'session_id',
  'sessid',
  'oscsid',
  'zenid',
  'cfid',
  'cftoken',
] as const;

/** Parameters that advertising and mailing systems add to follow a visitor. */
export const TRACKING_PARAMETERS = [
  'utm_*',
  'gclid',
  'gclsrc',
  'dclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'msclkid',
  'yclid',
  'twclid',
  'ttclid',
  'igshid',
  'li_fat_id',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'vero_id',
  '_ga',
  '_gl',
  '_hsenc',
  '_hsmi',
  '_openstat',
] as const;

const PRESETS: Readonly<Record<string, readonly string[]>> = {
  sessions: SESSION_PARAMETERS,
  tracking: TRACKING_PARAMETERS,
};

/**
 * Query parameters that the key leaves out: names in any case, `*` at the end, or the presets
 * `sessions` and `tracking`.
 */
export class DroppedParameters {
  /** Is the session in the path dropped, too? */
  readonly inPath: boolean;
  readonly #names = new Set<string>();
  readonly #prefixes: string[] = [];

  constructor(entries: readonly string[]) {
    const lower = entries.map((entry) => entry.toLowerCase());
    this.inPath = lower.includes('sessions');
    for (const name of lower.flatMap((entry) => PRESETS[entry] ?? [entry])) {
      if (name.endsWith('*')) this.#prefixes.push(normalizeEscapes(name.slice(0, -1)).toLowerCase());
      else this.#names.add(normalizeEscapes(name).toLowerCase());
    }
  }

  get isEmpty(): boolean {
    return this.#names.size === 0 && this.#prefixes.length === 0;
  }

  /** @param parameter `name=value` or `name`, escapes normalised */
  has(parameter: string): boolean {
    const equals = parameter.indexOf('=');
    const name = (equals < 0 ? parameter : parameter.slice(0, equals)).toLowerCase();
    return this.#names.has(name) || this.#prefixes.some((prefix) => name.startsWith(prefix));
  }
}
