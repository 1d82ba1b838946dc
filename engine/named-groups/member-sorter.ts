import type { LineSorter, Scratch } from '#core/export/scratch.ts';
import { asciiJson } from '#engine/export/job/counted-text.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';
import type { Member, NamedLine } from '#engine/named-groups/named-group.ts';

export interface CountedGroups {
  readonly groups: number;
  readonly members: number;
  readonly withIssues: number;
  /** Can be read once. */
  readonly lines: AsyncIterable<NamedLine>;
}

/** A place in the order of the crawl, as lines sort it. */
export const placeText = (place: number): string => String(place).padStart(12, '0');

/** Puts the members of groups into order, in bounded memory; a group has at least two. */
export class MemberSorter {
  readonly #scratch: Scratch;
  readonly #sorter: LineSorter;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
    this.#sorter = scratch.sorter();
  }

  /**
   * @param group its place, without tab
   * @param at place within the group: 0 leads it
   */
  async add(member: Member, { group, at }: { readonly group: string; readonly at: number }): Promise<void> {
    await this.#sorter.add([`${group}\t${placeText(at)}\t${asciiJson(member)}`]);
  }

  /** Call it once, after the last `add`. */
  async counted(): Promise<CountedGroups> {
    const list = this.#scratch.list();
    let group: string | null = null;
    let first: Member | null = null;
    const sums = { groups: 0, members: 0, withIssues: 0 };
    let last = 0;
    const put = async (member: Member, of: string | null): Promise<void> => {
      const line: NamedLine = { type: 'page', group: sums.groups, ...member, of };
      await list.add([asciiJson(line)]);
      if (member.issues.length === 0 || last === sums.groups) return;
      last = sums.groups;
      sums.withIssues += 1;
    };
    let lead: string | null = null;
    for await (const text of sortedLines(this.#sorter)) {
      const [of = '', , json = ''] = text.split('\t');
      const member = JSON.parse(json) as Member;
      if (of !== group) {
        [group, first, lead] = [of, member, member.url];
        continue;
      }
      if (first !== null) {
        sums.groups += 1;
        await put(first, null);
        first = null;
      }
      sums.members += 1;
      await put(member, lead);
    }
    const parsed = async function* () {
      for await (const line of list.lines()) yield JSON.parse(line) as NamedLine;
    };
    return { ...sums, lines: parsed() };
  }
}
