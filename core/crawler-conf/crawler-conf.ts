import { CONF_SCOPES, CONF_TRAVERSALS, type ConfName } from '#core/crawler-conf/conf-fields.ts';
import { type ConfEntry, type ConfValue, confError, parseConfText } from '#core/crawler-conf/conf-text.ts';
import { codeOf, type SurfError } from '#core/error.ts';
import { nearestName } from '#core/faults/nearest-name.ts';
import { compileExpression } from '#core/scope/patterns/expression.ts';
import { expressionOf } from '#core/scope/patterns/pattern.ts';
import { adviceOf, patternFault as unmatchable } from '#core/scope/patterns/pattern-fault.ts';
import { MAX_EXPRESSION_BYTES } from '#core/scope/scope.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';

/** 0: errors; 1: waves, too; 2: every URL, too. */
export type ConfLogLevel = 0 | 1 | 2;

/** The settings of a Crawler.conf (T1). */
export interface CrawlerConf {
  /** The crawl as a raw workflow document, for `checkWorkflow`. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Folder of the mirror and the index. @default repository */
  readonly repository: string;
  /** Null: the screen, which is the default. */
  readonly logFile: string | null;
  /** @default 1 */
  readonly logLevel: ConfLogLevel;
  /**
   * Hours from the start of one crawl to the start of the next; null: crawl once, which is the
   * default.
   */
  readonly periodHours: number | null;
}

/** Recognizes such a file by its name, or by the beginning of a line. */
export const isCrawlerConf = (file: string, text: string): boolean =>
  /\.conf$/i.test(file) || /^[ \t]*starting[-_ ]?points?[ \t]*(?:[={"']|$)/im.test(text);

/**
 * Reads a Crawler.conf, the configuration of the assignment's crawler
 * (docs/reference/crawler-conf.md).
 *
 * @param file for messages
 * @throws SurfError CRAWLER_CONF_SYNTAX, CRAWLER_CONF_UNKNOWN, CRAWLER_CONF_INVALID: each names the
 * line, the fault and the allowed values
 */
export function parseCrawlerConf(text: string, file = 'Crawler.conf'): CrawlerConf {
  return new ConfMeaning(parseConfText(text, file), file).conf();
}

/** Workers of one machine; more threads are more hosts in flight in each. */
const MOST_WORKERS = 8;
const USUAL_THREADS = 200;
const MOST_THREADS = 1_000;

class ConfMeaning {
  readonly #entries: ReadonlyMap<ConfName, ConfEntry>;
  readonly #file: string;

  constructor(entries: readonly ConfEntry[], file: string) {
    this.#entries = new Map(entries.map((entry) => [entry.field.name, entry]));
    this.#file = file;
  }

  conf(): CrawlerConf {
    const seeds = this.#seeds();
    const accepted = this.#patterns('accept-list');
    const order = this.#choice('traversal-algorithm', CONF_TRAVERSALS) ?? 'breadth-first';
    const pages = this.#number('max-page-number', { whole: true });
    const logFile = this.#text('log-file');
    const period = this.#number('period', { whole: false });
    return {
      document: {
        name: this.#file.slice(-200),
        seeds,
        scope: {
          mode: this.#choice('scope', CONF_SCOPES) ?? 'host',
          include: accepted,
          exclude: this.#patterns('Reject-list'),
        },
        limits: { depth: null, pages: pages === null || pages <= 0 ? null : pages },
        // What the accept-list accepts is stored with any type: it names .pdf and .doc, and
        // servers say any type of them.
        ...(accepted.length > 0 && { fetch: { acceptTypes: ['*/*'] } }),
        order,
        ...(order === 'depth-first' ? { parallelism: 1 } : this.#workers()),
      },
      repository: this.#text('repository') ?? 'repository',
      logFile: logFile === null || logFile.toLowerCase() === 'screen' ? null : logFile,
      logLevel: this.#logLevel(),
      periodHours: period === null || period <= 0 ? null : period,
    };
  }

  #seeds(): string[] {
    const entry = this.#entries.get('Starting-points');
    if (entry === undefined || entry.values.length === 0) {
      throw this.#fault(
        entry?.line ?? 1,
        'there are no Starting-points',
        'write Starting-points = { "http://www.example.org/" }',
      );
    }
    return entry.values.map(({ text, line }) => {
      const url = parseCrawlUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
      if (url !== null && text !== '') return url;
      throw this.#fault(
        line,
        `${quoted(text)} is not an address`,
        'write an http(s) address, for example "http://www.example.org/"',
      );
    });
  }

  #patterns(name: 'accept-list' | 'Reject-list'): string[] {
    return (this.#entries.get(name)?.values ?? []).map((value) => {
      const pattern = patternOf(value.text);
      const fault = patternFault(pattern, value);
      if (fault === null) return pattern;
      throw this.#fault(value.line, `${quoted(value.text)} in ${name} ${fault}`, allowedOf(this.#entries.get(name)));
    });
  }

  /** n threads are n hosts at once, on at most 8 workers; never more than n. */
  #workers(): { parallelism: number; hostsPerWorker: number } {
    const threads = this.#number('number-of-threads', { whole: true }) ?? USUAL_THREADS;
    if (threads < 1 || threads > MOST_THREADS) throw this.#wrong('number-of-threads', String(threads));
    const parallelism = Math.min(threads, MOST_WORKERS);
    return { parallelism, hostsPerWorker: Math.floor(threads / parallelism) };
  }

  #logLevel(): ConfLogLevel {
    const level = this.#number('log-level', { whole: true }) ?? 1;
    if (level === 0 || level === 1 || level === 2) return level;
    throw this.#wrong('log-level', String(level));
  }

  #choice<T extends string>(name: ConfName, choices: Readonly<Record<string, T>>): T | null {
    const text = this.#text(name);
    if (text === null) return null;
    const wanted = text.toLowerCase().replaceAll(/[_ \t]+/g, '-');
    const known = Object.keys(choices).find(
      (choice) => choice === wanted || choice.replace(/-(?:scope|first)$/, '') === wanted,
    );
    const found = known === undefined ? undefined : choices[known];
    if (found !== undefined) return found;
    throw this.#wrong(name, text, `did you mean ${nearestName(wanted, Object.keys(choices))}? `);
  }

  #number(name: ConfName, { whole }: { whole: boolean }): number | null {
    const text = this.#text(name);
    if (text === null) return null;
    const pattern = whole ? /^[+-]?\d{1,12}$/ : /^[+-]?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})$/;
    if (pattern.test(text)) return Number(text);
    throw this.#wrong(name, text);
  }

  #text(name: ConfName): string | null {
    const entry = this.#entries.get(name);
    const [value] = entry?.values ?? [];
    if (value === undefined) return null;
    if (value.text === '') throw this.#wrong(name, '');
    return value.text;
  }

  #wrong(name: ConfName, text: string, hint = ''): SurfError {
    const entry = this.#entries.get(name);
    return this.#fault(
      entry?.values[0]?.line ?? 1,
      `${name} is ${quoted(text)}`,
      `${hint}allowed: ${allowedOf(entry)}`,
    );
  }

  #fault(line: number, message: string, remedy: string): SurfError {
    return confError(this.#file, { code: 'CRAWLER_CONF_INVALID', line, message, remedy });
  }
}

const allowedOf = (entry: ConfEntry | undefined): string => entry?.field.allowed ?? '';

const quoted = (text: string): string => JSON.stringify(text.slice(0, 100));

/**
 * A pattern of a list as a workflow writes it. The appendix writes regular expressions, and globs
 * in its comments; no text is both: an expression cannot begin with `*`, and a glob over a URL that
 * begins with neither `*` nor `http` matches none. A text that begins with `http` is an expression
 * if it has a mark that globs do not know.
 */
function patternOf(text: string): string {
  const isGlob = text.startsWith('*') || (text.startsWith('http') && !EXPRESSION_MARK.test(text));
  return text === '' || isGlob ? text : `re:${expressionOf(text) ?? text}`;
}

/**
 * An escape, any character repeated, a class, alternatives in parentheses, or the end of the text.
 */
const EXPRESSION_MARK = /\\|\.[*+?]|\[[^\]]+\]|\([^)]*\)|\$$/;

function patternFault(pattern: string, { text }: ConfValue): string | null {
  if (text === '') return 'is empty';
  if (new TextEncoder().encode(pattern).length > MAX_EXPRESSION_BYTES) return 'is longer than 1 KiB';
  const source = expressionOf(pattern);
  try {
    if (source !== null) compileExpression(source);
    const fault = unmatchable(pattern, { hostNames: false });
    return fault === null ? null : `is a glob, ${fault.why}; ${adviceOf(fault)}`;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return `is not an expression: ${(error as SurfError).message}`;
  }
}
