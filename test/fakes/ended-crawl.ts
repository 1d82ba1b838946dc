import { CandidateEncoder } from '#core/archive/chunk/candidate-record.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import { executionPrefix, externalPrefix } from '#core/archive/object-keys.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { SkipReason } from '#core/model/outcome.ts';
import { type UrlKey, urlKeyOf } from '#core/url/url-key.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import type { KeepPorts } from '#engine/external/keep-external.ts';
import { RecordFile } from '#engine/external-sort/record-file.ts';
import { linesOf } from '#engine/frontier/lines/line-files.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';

/** What an execution is said to have found. */
export interface EndedParts {
  /** Links that left the scope, of a closed level. */
  readonly outside?: readonly string[];
  /** Links of it that another rule refused. */
  readonly refused?: readonly string[];
  /** Links that left the scope, of a level that is still open. */
  readonly open?: readonly string[];
  readonly base?: ExecutionId;
  readonly external?: Partial<Workflow['external']>;
}

/** The page that has all links. */
export const PAGE = 'http://own.test/';

/** Executions that have ended, as their logs say: only what the register of links reads. */
export class EndedCrawl {
  readonly archive = new MemoryArchive();
  readonly #rows = new Map<string, { row: Execution; definition: Workflow }>();
  #names = 0;

  get ports(): KeepPorts {
    const of = (id: string) => this.#rows.get(id) as { row: Execution; definition: Workflow };
    const workflow = async (id: string) => ({ definition: of(id.replace('w', 'x')).definition });
    const catalog = { execution: async (id: ExecutionId) => of(id).row, workflow } as unknown as KeepPorts['catalog'];
    return { catalog, archive: this.archive, random: () => `r${this.#names++}` };
  }

  async end({ outside = [], refused = [], open = [], base, external = {} }: EndedParts): Promise<Execution> {
    const n = this.#rows.size + 1;
    const id = `x${String(n).padStart(12, '0')}` as ExecutionId;
    const prefix = executionPrefix(id);
    const skipped = [...linksTo(outside, 'outside-scope'), ...linksTo(refused, 'excluded')];
    skipped.sort((a, b) => (a.key < b.key ? -1 : 1));
    await this.archive.put(`${prefix}skipped`, linesOf(skipped));
    const levels = [{ level: 1, list: null, tasks: 0, skipped: `${prefix}skipped`, skippedRows: skipped.length }];
    await this.#put(`${prefix}manifest`, { chunks: [], previous: null, levels });
    const records = new RecordFile();
    const encoder = new CandidateEncoder();
    for (const link of linksTo(open, 'outside-scope')) {
      const bytes = Buffer.from(encoder.encode(link));
      records.add({ bytes, at: 0, end: bytes.length });
    }
    await records.write(this.archive, `${prefix}candidates.bin`);
    const candidates = open.length === 0 ? [] : [{ object: `${prefix}candidates.bin`, count: open.length }];
    await this.#put(`${prefix}frontier`, { lists: [], widened: false, candidates });
    const row = {
      id,
      workflowId: id.replace('x', 'w'),
      workflowVersion: 1,
      createdAt: n * 1_000,
      wave: 1,
      manifest: `${prefix}manifest`,
      frontier: `${prefix}frontier`,
      ...(base !== undefined && { base }),
    } as unknown as Execution;
    const definition = Workflow.parse({ seeds: [PAGE], external: { keep: true, ...external } });
    this.#rows.set(id, { row, definition });
    return row;
  }

  /** Writes the links of a register otherwise. */
  change({ id }: Execution, line: (text: string) => string): void {
    for (const [key, bytes] of this.archive.objects) {
      if (!key.startsWith(externalPrefix(id)) || !key.endsWith('.jsonl')) continue;
      this.archive.objects.set(key, Buffer.from(line(Buffer.from(bytes).toString())));
    }
  }

  async #put(key: string, value: unknown): Promise<void> {
    await this.archive.put(key, [Buffer.from(JSON.stringify(value))]);
  }
}

const linksTo = (urls: readonly string[], reason: SkipReason): Candidate[] =>
  urls.map((url, position) => ({
    key: urlKeyOf(url),
    url,
    by: urlKeyOf(PAGE) as UrlKey,
    level: 0,
    rank: 1,
    position,
    reason,
  }));
