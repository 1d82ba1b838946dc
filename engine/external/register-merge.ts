import type { Archive } from '#core/archive/archive.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { CheckState } from '#core/external/external-check.ts';
import type { ExternalLink, ExternalRegister } from '#core/external/external-link.ts';
import type { ExternalRules } from '#core/scope/external/external-rules.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { ExternalSort } from '#engine/external-sort/external-sort.ts';
import { LineCursor } from '#engine/external-sort/line-cursor.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';

/** A link of the execution, before it is merged. */
export type FoundLink = Pick<ExternalLink, 'key' | 'url' | 'by'>;

export interface MergeParts {
  /** Null if the execution is the first. */
  readonly before: ExternalRegister | null;
  /** Links of the execution, sorted by key; of one key the last counts. */
  readonly found: ExternalSort;
  readonly rules: ExternalRules;
  /** Digest of the workflow's rules for keys. */
  readonly keys: string;
  /** Most links of the register. */
  readonly most: number;
}

/** The register after an execution; its sums are known when all lines are read. */
export class RegisterMerge {
  readonly #row: Execution;
  readonly #parts: MergeParts;
  readonly #links = { unchecked: 0, allowed: 0, banned: 0 };
  readonly #checks: Record<CheckState, number> = { alive: 0, dead: 0, unknown: 0 };
  #checked = 0;
  #room: number;
  #leftOut = 0;

  constructor(row: Execution, parts: MergeParts) {
    this.#row = row;
    this.#parts = parts;
    const known = parts.before?.files.reduce((sum, { rows }) => sum + rows, 0) ?? 0;
    this.#room = parts.most - known;
  }

  /** All lines, sorted by key: one pass over sorted lists. */
  async *lines(archive: Archive): AsyncGenerator<string> {
    const { before, found } = this.#parts;
    const cursor = new LineCursor<FoundLink>(found);
    await cursor.next();
    for (const { object } of before?.files ?? []) {
      for await (const lines of streamLines(archive, object)) {
        for (const line of lines) {
          const known = JSON.parse(line) as ExternalLink;
          yield* this.#newBefore(cursor, known.key);
          yield this.#counted(this.#again(known, await lastOf(cursor, known.key)));
        }
      }
    }
    yield* this.#newBefore(cursor, null);
  }

  sums(): Omit<ExternalRegister, 'files'> {
    const { id: execution, createdAt: at } = this.#row;
    const { rules, keys } = this.#parts;
    const checks = this.#checked === 0 ? {} : { checks: this.#checks };
    return { v: 1, execution, at, rules: rules.id, keys, links: this.#links, ...checks, leftOut: this.#leftOut };
  }

  /** Links that the register does not know yet. @param key null: all that are left */
  async *#newBefore(cursor: LineCursor<FoundLink>, key: string | null): AsyncGenerator<string> {
    while (cursor.current !== null && (key === null || cursor.current.key < key)) {
      const found = await lastOf(cursor, cursor.current.key);
      if (this.#room <= 0) this.#leftOut += 1;
      else if (found !== null) yield this.#counted(this.#first(found));
      this.#room -= 1;
    }
  }

  #first({ key, url, by }: FoundLink): ExternalLink {
    const { id, createdAt: at } = this.#row;
    const decision = this.#parts.rules.decide(url as CrawlUrl);
    return { key, url, ...decision, firstSeenAt: at, lastSeenAt: at, execution: id, by };
  }

  /** Decided once, unless the rules have changed. */
  #again(known: ExternalLink, found: FoundLink | null): ExternalLink {
    const { rules, before } = this.#parts;
    const { key, url, state, rule, firstSeenAt, check, ...seen } = known;
    const decision =
      rules.id === before?.rules ? { state, ...(rule !== undefined && { rule }) } : rules.decide(url as CrawlUrl);
    const { id, createdAt } = this.#row;
    const last = found === null ? seen : { lastSeenAt: createdAt, execution: id, by: found.by };
    return { key, url, ...decision, firstSeenAt, ...last, ...(check !== undefined && { check }) };
  }

  #counted(link: ExternalLink): string {
    this.#links[link.state] += 1;
    if (link.check !== undefined) {
      this.#checked += 1;
      this.#checks[link.check.state] += 1;
    }
    return JSON.stringify(link);
  }
}

/** Takes the links of a key; null when the next one is another's. */
async function lastOf(cursor: LineCursor<FoundLink>, key: string): Promise<FoundLink | null> {
  let last: FoundLink | null = null;
  while (cursor.current?.key === key) {
    last = cursor.current;
    await cursor.next();
  }
  return last;
}
