import type { UrlVersion } from '#core/diff/url-version.ts';
import type { LineSorter, Scratch } from '#core/export/scratch.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import type { KeyRules } from '#core/url/key-rules.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import type { DiffSide } from '#engine/diff/diff-side.ts';
import { VERSION_SOURCES } from '#engine/diff/known-version.ts';
import { asciiJson } from '#engine/export/job/counted-text.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';

/** Versions of a URL in both executions. */
export interface UrlVersions {
  readonly before: UrlVersion | null;
  readonly after: UrlVersion | null;
}

/** Two executions, and the rules by which their URLs are joined. */
export interface ComparedSides {
  readonly before: DiffSide;
  readonly after: DiffSide;
  /** Rules of the later workflow: they say which addresses are one page. */
  readonly keyRules: KeyRules;
  readonly scratch: Scratch;
}

/** URLs that are a page in one of two executions at least, or answer otherwise in both. */
export interface JoinedUrls {
  /** Pages that are in both, with nothing that differs. */
  readonly same: number;
  /** URLs that differ, in the order of their addresses. Can be read once. */
  readonly differing: AsyncIterable<UrlVersions>;
}

/**
 * A line of the join: the URL's key, a digit for the execution, one for the source, and the
 * version as JSON. Two versions that are one text do not differ, so most lines are never parsed.
 */
const KEY_END = 32;
const VERSION_AT = KEY_END + 2;
const [BEFORE, AFTER] = ['0', '1'];
const PAGE = '{"is":"page"';
const NO_STATUS = '"status":null';
const KEPT = '"kept":true';

/**
 * Joins the records of two executions about each URL, by two external sorts: all URLs by their
 * keys, which are short and differ in their first digits, then the different ones by their
 * addresses.
 */
export async function joinUrls(input: ComparedSides): Promise<JoinedUrls> {
  const { before, after, scratch } = input;
  const urls = new UrlForms(input.keyRules);
  const all = scratch.sorter();
  await addSide(all, urls, { side: before, digit: BEFORE });
  await addSide(all, urls, { side: after, digit: AFTER });
  const differing = scratch.sorter();
  const join = new LineJoin(urls);
  for await (const part of all.sorted()) {
    for (const line of part.split('\n')) if (line !== '') join.add(line);
    await differing.add(join.taken());
  }
  join.end();
  await differing.add(join.taken());
  return { same: join.same, differing: versionsIn(differing) };
}

async function addSide(
  sorter: LineSorter,
  urls: UrlForms,
  { side, digit }: { readonly side: DiffSide; readonly digit: string },
): Promise<void> {
  const ownKeys = urls.hasKeysOf(side);
  for await (const versions of side.versions()) {
    await sorter.add(
      versions.map(({ key, from, version }) => {
        const known = ownKeys && key !== null ? key : urlKeyOf(urls.form(version.url));
        return `${known}${digit}${VERSION_SOURCES.indexOf(from)}${asciiJson(version)}`;
      }),
    );
  }
}

/** The forms of addresses that decide which are one page. */
class UrlForms {
  readonly #rules: string;
  readonly #keys: Canonicalizer;

  constructor(rules: KeyRules) {
    this.#rules = JSON.stringify(rules);
    this.#keys = new Canonicalizer(rules);
  }

  hasKeysOf({ keyRules }: DiffSide): boolean {
    return JSON.stringify(keyRules) === this.#rules;
  }

  form(url: string): string {
    const parsed = parseCrawlUrl(url);
    return parsed === null ? url : this.#keys.form(parsed);
  }
}

/** Takes the sorted lines, and makes one line of all that are about one URL. */
class LineJoin {
  readonly #urls: UrlForms;
  #key = '';
  #before = '';
  #after = '';
  #taken: string[] = [];
  same = 0;

  constructor(urls: UrlForms) {
    this.#urls = urls;
  }

  add(line: string): void {
    if (!line.startsWith(this.#key) || this.#key === '') {
      this.end();
      this.#key = line.slice(0, KEY_END);
    }
    const version = line.slice(VERSION_AT);
    if (line[KEY_END] === BEFORE) this.#before ||= version;
    else this.#after ||= version;
  }

  /** The URL has no more lines. */
  end(): void {
    const [before, after] = [this.#before, this.#after];
    this.#before = '';
    this.#after = '';
    const isPage = before.startsWith(PAGE) || after.startsWith(PAGE);
    if (isPage && before === after) this.same += 1;
    else if (isPage || areOtherAnswers(before, after)) {
      const { url } = JSON.parse(after || before) as UrlVersion;
      this.#taken.push(`${asciiJson(this.#urls.form(url))}\t${before}\t${after}`);
    }
  }

  /** Lines of URLs that differ since the last call. */
  taken(): string[] {
    const taken = this.#taken;
    this.#taken = [];
    return taken;
  }
}

/** Compares answers that are not pages: most URLs were never requested, and are not compared. */
const areOtherAnswers = (before: string, after: string): boolean =>
  before !== '' && after !== '' && before !== after && hasAnswer(before) && hasAnswer(after);

/** A tick has no status of a URL that it kept: the tick that requested the URL has it. */
const hasAnswer = (line: string): boolean => line.includes(KEPT) || !line.includes(NO_STATUS);

async function* versionsIn(sorter: LineSorter): AsyncGenerator<UrlVersions> {
  for await (const line of sortedLines(sorter)) {
    const [, before = '', after = ''] = line.split('\t');
    yield { before: parsed(before), after: parsed(after) };
  }
}

const parsed = (json: string): UrlVersion | null => (json === '' ? null : (JSON.parse(json) as UrlVersion));
