import { SurfError } from '#core/error.ts';
import { formatPath, formatValue, valueAt, type WorkflowFault } from '#core/faults/workflow-fault.ts';
import { isHour, isTimeZone } from '#core/politeness/visits/visit-window.ts';
import { Revisit } from '#core/revisit/revisit-rules.ts';
import { sampleFaults } from '#core/sample/sample-faults.ts';
import { FOCUS_THRESHOLD } from '#core/scope/focus/focus.ts';
import { compileExpression, MAX_EXPRESSIONS_PROGRAM } from '#core/scope/patterns/expression.ts';
import { expressionOf } from '#core/scope/patterns/pattern.ts';
import { adviceOf, type PatternFault, patternFault } from '#core/scope/patterns/pattern-fault.ts';
import { MAX_EXPRESSION_BYTES } from '#core/scope/scope.ts';
import { HEADER_TEXT } from '#core/secrets/header-text.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { MAX_URL_LENGTH } from '#core/url/url-length.ts';
import { pluginFaults } from '#core/workflow/parsing/plugin-rules.ts';
import { proxyFaults } from '#core/workflow/parsing/proxy-rules.ts';
import {
  secretCountFaults,
  secretFault,
  secretSeedFaults,
  userInfoFaults,
} from '#core/workflow/parsing/secret-rules.ts';
import { typeFaults } from '#core/workflow/parsing/type-rules.ts';
import { MAX_SEEDS, MAX_SITEMAPS } from '#core/workflow/workflow.ts';

/** Every fault of a selection policy. @param path of the policy within the document */
export type SelectionFaults = (selection: unknown, path: readonly (string | number)[]) => WorkflowFault[];

/**
 * Rules of a workflow that a schema cannot express: each rule looks at the raw document, passes
 * over values of a wrong type (the schema's fault), and names the faults that it finds.
 */
export function ruleFaults(document: unknown, selectionFaults: SelectionFaults): WorkflowFault[] {
  return [
    ...userInfoFaults(document),
    ...seedFaults(document),
    ...sitemapFaults(document),
    ...expressionFaults(document),
    ...windowFaults(document, WINDOW),
    ...listAt(document, RATES)
      .slice(0, 24)
      .flatMap((_, index) => windowFaults(document, [...RATES, index])),
    ...headerFaults(document),
    ...proxyFaults(document),
    ...typeFaults(document),
    ...secretSeedFaults(document),
    ...secretCountFaults(document),
    ...orderFaults(document),
    ...sampleFaults(document),
    ...focusFaults(document),
    ...revisitFaults(document),
    ...policyFaults(document, selectionFaults),
    ...pluginFaults(document),
  ];
}

function policyFaults(document: unknown, selectionFaults: SelectionFaults): WorkflowFault[] {
  const selection = valueAt(document, ['selection']);
  return selection === undefined || selection === null ? [] : selectionFaults(selection, ['selection']);
}

function seedFaults(document: unknown): WorkflowFault[] {
  return listAt(document, ['seeds'])
    .slice(0, MAX_SEEDS)
    .flatMap((given, index): WorkflowFault[] => {
      const seed = typeof given === 'string' ? given : valueAt(given, ['url']);
      if (typeof seed !== 'string') return [];
      const path = typeof given === 'string' ? ['seeds', index] : ['seeds', index, 'url'];
      if (seed.length > MAX_URL_LENGTH) {
        const describe = () =>
          `${formatPath(path)} has ${seed.length} characters; at most ${MAX_URL_LENGTH} are allowed`;
        return [{ code: 'SEED_INVALID', path, describe }];
      }
      if (parseCrawlUrl(seed) !== null) return [];
      return [
        {
          code: 'SEED_INVALID',
          path,
          describe: () => `${formatPath(path)} is ${formatValue(seed)}; a seed is an absolute http(s) URL`,
          remedy: 'give the full address, for example https://example.org/',
        },
      ];
    });
}

function sitemapFaults(document: unknown): WorkflowFault[] {
  return listAt(document, ['sitemaps'])
    .slice(0, MAX_SITEMAPS)
    .flatMap((sitemap, index): WorkflowFault[] => {
      if (typeof sitemap !== 'string' || sitemap.length > MAX_URL_LENGTH || parseCrawlUrl(sitemap) !== null) return [];
      const path = ['sitemaps', index];
      const describe = () => `${formatPath(path)} is ${formatValue(sitemap)}; a sitemap is an absolute http(s) URL`;
      return [{ code: 'FIELD_INVALID', path, describe, remedy: 'give the full address, or auto' }];
    });
}

/**
 * Most expressions of a workflow: Surf tries each on each distinct link. Globs are cheap and do
 * not count.
 */
export const MAX_EXPRESSIONS = 100;

/** Lists of patterns; some may have bare host names, too. */
const PATTERN_FIELDS = [
  { path: ['scope', 'include'], hostNames: false },
  { path: ['scope', 'exclude'], hostNames: false },
  { path: ['scope', 'blacklist'], hostNames: true },
  { path: ['external', 'allowed'], hostNames: true },
  { path: ['external', 'banned'], hostNames: true },
] as const;

function expressionFaults(document: unknown): WorkflowFault[] {
  const faults: WorkflowFault[] = [];
  const budget = new ExpressionBudget();
  let expressions = 0;
  for (const { path: list, hostNames } of PATTERN_FIELDS) {
    for (const [index, pattern] of listAt(document, list).entries()) {
      if (typeof pattern !== 'string') continue;
      const path = [...list, index];
      const source = expressionOf(pattern);
      const fault = patternFault(pattern, { hostNames });
      if (new TextEncoder().encode(pattern).length > MAX_EXPRESSION_BYTES) faults.push(tooLong(path));
      else if (fault !== null) faults.push(unmatchable(path, pattern, fault));
      else if (source !== null && ++expressions <= MAX_EXPRESSIONS)
        faults.push(...budget.faultsOf(path, pattern, source));
    }
  }
  if (expressions > MAX_EXPRESSIONS) {
    const describe = () => `scope has ${expressions} expressions (re:…); at most ${MAX_EXPRESSIONS} are allowed`;
    faults.push({ code: 'EXPRESSION_INVALID', path: ['scope'], describe, remedy: 'use globs, or join them with |' });
  }
  const selector = valueAt(document, ['scope', 'urlSelector']);
  if (typeof selector === 'string' && selector !== '') {
    faults.push(...budget.faultsOf(['scope', 'urlSelector'], selector, selector));
  }
  const topic = valueAt(document, ['focus', 'pattern']);
  if (typeof topic === 'string' && topic !== '') {
    faults.push(...budget.faultsOf(['focus', 'pattern'], topic, topic));
  }
  if (budget.program > MAX_EXPRESSIONS_PROGRAM) {
    const describe = () =>
      `the expressions of scope and focus have ${budget.program} instructions when compiled; at most ${MAX_EXPRESSIONS_PROGRAM} are allowed in all`;
    faults.push({
      code: 'EXPRESSION_INVALID',
      path: ['scope'],
      describe,
      remedy: 'use globs, or smaller repeat counts',
    });
  }
  return faults;
}

const unmatchable = (path: WorkflowFault['path'], pattern: string, fault: PatternFault): WorkflowFault => ({
  code: 'PATTERN_INVALID',
  path,
  describe: () => `${formatPath(path)} is ${formatValue(pattern)}, ${fault.why}`,
  remedy: adviceOf(fault),
});

const tooLong = (path: WorkflowFault['path']): WorkflowFault => ({
  code: 'EXPRESSION_INVALID',
  path,
  describe: () => `${formatPath(path)} is longer than 1 KiB`,
});

/** Compiles expressions one by one, and adds up their cost. */
class ExpressionBudget {
  #program = 0;

  /** Instructions of all that could be compiled. */
  get program(): number {
    return this.#program;
  }

  faultsOf(path: WorkflowFault['path'], text: string, source: string): WorkflowFault[] {
    try {
      this.#program += compileExpression(source).programSize;
      return [];
    } catch (error) {
      if (!(error instanceof SurfError)) throw error;
      const describe = () => `${formatPath(path)} is ${formatValue(text)}: ${error.message}`;
      const { code, remedy } = error;
      return [{ code, path, describe, ...(remedy === undefined ? {} : { remedy }) }];
    }
  }
}

const WINDOW = ['politeness', 'window'];
const RATES = ['politeness', 'rateByHour'];

/** @param at of the window, or of a rate in such hours */
function windowFaults(document: unknown, at: WorkflowFault['path']): WorkflowFault[] {
  const [from, to, zone] = ['from', 'to', 'zone'].map((name) => valueAt(document, [...at, name]));
  const faults: WorkflowFault[] = [];
  if (typeof from === 'string' && !isHour(from)) faults.push(hourFault([...at, 'from'], from, 'from 00:00 to 23:59'));
  if (typeof to === 'string' && !isHour(to) && to !== '24:00') {
    faults.push(hourFault([...at, 'to'], to, 'from 00:00 to 24:00'));
  }
  if (faults.length === 0 && typeof from === 'string' && from === to) {
    const describe = () => `${formatPath(at)} ends when it begins, at ${formatValue(from)}`;
    const remedy = 'leave it out where it holds at any hour';
    faults.push({ code: 'FIELD_INVALID', path: at, describe, remedy });
  }
  if (typeof zone !== 'string' || zone === '' || zone.length > 100 || isTimeZone(zone)) return faults;
  const path = [...at, 'zone'];
  const describe = () => `${formatPath(path)} is ${formatValue(zone)}; allowed: the IANA name of a time zone`;
  return [...faults, { code: 'FIELD_INVALID', path, describe, remedy: 'for example Europe/Berlin or UTC' }];
}

function hourFault(path: WorkflowFault['path'], text: string, allowed: string): WorkflowFault {
  const describe = () => `${formatPath(path)} is ${formatValue(text)}; allowed: a time of day ${allowed}`;
  return { code: 'FIELD_INVALID', path, describe };
}

/** Headers that frame or identify a request: Surf sets them. */
const FORBIDDEN_HEADERS: Readonly<Record<string, string>> = {
  host: 'the URL gives it; --connect-to sends a host to another address',
  'user-agent': 'set politeness.userAgent',
  ...Object.fromEntries(
    ['connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'keep-alive', 'proxy-connection']
      .concat(['te', 'trailer', 'upgrade', 'expect'])
      .map((name) => [name, 'leave it out; Surf sets it itself where it is needed']),
  ),
};

/** RFC 9110 §5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function headerFaults(document: unknown): WorkflowFault[] {
  const headers = valueAt(document, ['fetch', 'headers']);
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return [];
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]): WorkflowFault[] => {
    const path = ['fetch', 'headers', name] as const;
    const lower = name.toLowerCase();
    const remedy = Object.hasOwn(FORBIDDEN_HEADERS, lower) ? FORBIDDEN_HEADERS[lower] : undefined;
    if (remedy !== undefined) {
      return [{ code: 'HEADER_FORBIDDEN', path, describe: () => `${formatPath(path)} may not be set`, remedy }];
    }
    const fault = headerFault(name, value, seen.has(lower));
    seen.add(lower);
    if (fault === null) return secretFault(path, value);
    return [{ code: 'FIELD_INVALID', path, describe: () => `${formatPath(path)} ${fault}` }];
  });
}

/** The value may be a secret and is not shown. */
function headerFault(name: string, value: unknown, repeated: boolean): string | null {
  if (!TOKEN.test(name)) return 'is not a header name; allowed: letters, digits and -';
  if (repeated) return 'is there twice, in other letter case';
  const text = typeof value === 'string' ? value : valueAt(value, ['value']);
  if (typeof text !== 'string' || HEADER_TEXT.test(text)) return null;
  return 'has a value with a control character or one beyond Latin-1; allowed: one line of text';
}

function orderFaults(document: unknown): WorkflowFault[] {
  const parallelism = valueAt(document, ['parallelism']);
  if (valueAt(document, ['order']) !== 'depth-first' || parallelism === undefined || parallelism === 1) return [];
  return [
    {
      code: 'FIELD_INVALID',
      path: ['parallelism'],
      describe: () => `parallelism is ${formatValue(parallelism)}; allowed with depth-first order: 1`,
      remedy: 'leave parallelism out, or crawl breadth-first',
    },
  ];
}

/** A threshold without a topic would do nothing. */
function focusFaults(document: unknown): WorkflowFault[] {
  const focus = valueAt(document, ['focus']);
  const { words = [], pattern = null, threshold = FOCUS_THRESHOLD } = (focus ?? {}) as Record<string, unknown>;
  if (threshold === FOCUS_THRESHOLD || pattern !== null || !Array.isArray(words) || words.length > 0) return [];
  return [
    {
      code: 'FIELD_INVALID',
      path: ['focus', 'threshold'],
      describe: () => `focus.threshold is ${formatValue(threshold)}, and the workflow names no topic`,
      remedy: 'name the topic with focus.words (--focus) or focus.pattern (--focus-pattern)',
    },
  ];
}

/** A tick crawls the due pages of all levels at once, and its bounds are in order. */
function revisitFaults(document: unknown): WorkflowFault[] {
  const policy = valueAt(document, ['revisit', 'policy']);
  if (policy === undefined || policy === 'off') return [];
  const usual = Revisit.parse({});
  const least = valueAt(document, ['revisit', 'minIntervalDays']) ?? usual.minIntervalDays;
  const most = valueAt(document, ['revisit', 'maxIntervalDays']) ?? usual.maxIntervalDays;
  const faults: WorkflowFault[] = [];
  const order = valueAt(document, ['order']);
  if (order === 'depth-first' || order === 'sample' || order === 'importance') {
    faults.push({
      code: 'FIELD_INVALID',
      path: ['order'],
      describe: () => `order is "${order}"; allowed with a revisit policy: breadth-first`,
      remedy: 'leave order out, or set revisit.policy to off',
    });
  }
  const selection = valueAt(document, ['selection']);
  if (valueAt(document, ['revisit', 'changesBy']) === 'selection' && (selection ?? null) === null) {
    faults.push({
      code: 'FIELD_INVALID',
      path: ['revisit', 'changesBy'],
      describe: () => 'revisit.changesBy is "selection"; allowed without a selection: text, bytes',
      remedy: 'give the workflow a selection, or compare text',
    });
  }
  if (typeof least === 'number' && typeof most === 'number' && least > most) {
    faults.push({
      code: 'FIELD_INVALID',
      path: ['revisit', 'minIntervalDays'],
      describe: () => `revisit.minIntervalDays is ${least}; allowed: at most maxIntervalDays, ${most}`,
      remedy: 'give the shorter interval as minIntervalDays',
    });
  }
  return faults;
}

function listAt(document: unknown, path: readonly string[]): readonly unknown[] {
  const list = valueAt(document, path);
  return Array.isArray(list) ? list : [];
}
