import { type AuditedUrl, isIndexable } from '#core/audit/audited-url.ts';
import type { Issue } from '#core/audit/issue.ts';
import type { LineSorter, Scratch } from '#core/export/scratch.ts';
import { asciiJson } from '#engine/export/job/counted-text.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';

type Code = 'duplicate-title' | 'duplicate-description';

/** Finds pages with one title or description by sorting: of a group, one page is in memory. */
export class SameTexts {
  readonly #sorter: LineSorter;

  constructor(scratch: Scratch) {
    this.#sorter = scratch.sorter();
  }

  async add(audited: AuditedUrl): Promise<void> {
    const { page, url } = audited;
    if (page === null || !isIndexable(audited)) return;
    const line = (code: Code, text: string | null) => (text === null ? [] : [`${code}\t${asciiJson(text)}\t${url}`]);
    await this.#sorter.add([
      ...line('duplicate-title', page.title),
      ...line('duplicate-description', page.description),
    ]);
  }

  /** Each page of a group names the first one, and the first one the second. */
  async *issues(): AsyncGenerator<Issue> {
    let group = '';
    let first = '';
    let size = 0;
    for await (const line of sortedLines(this.#sorter)) {
      const at = line.lastIndexOf('\t');
      const [of, url] = [line.slice(0, at), line.slice(at + 1)];
      if (of !== group) [group, first, size] = [of, url, 0];
      size += 1;
      if (size === 2) yield issueOf(group, { url: first, other: url });
      if (size >= 2) yield issueOf(group, { url, other: first });
    }
  }
}

function issueOf(group: string, { url, other }: { readonly url: string; readonly other: string }): Issue {
  const [code, text = '""'] = group.split('\t');
  const words = [...(JSON.parse(text) as string)].slice(0, 200).join('');
  return { code: code as Code, url, detail: `${words} (also ${other})`, from: null, text: null };
}
