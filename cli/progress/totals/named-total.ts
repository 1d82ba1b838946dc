import { counted } from '#cli/terminal/format.ts';
import type { NamedSummary } from '#engine/named-groups/named-group.ts';

/** What a page would have to name to be in a group. */
const NAMES = { canonical: 'another canonical address', hreflang: 'a language version' } as const;

/** The groups of pages by what they name, in a line. */
export const namedTotal = ({ by, groups, members, pages, withIssues }: NamedSummary): string =>
  groups === 0
    ? `no groups: none of ${counted(pages, 'HTML page')} names ${NAMES[by]}`
    : `${counted(groups, 'group')} by ${by}, ${counted(groups + members, 'address', 'addresses')}, of ` +
      `${counted(pages, 'HTML page')}; ${counted(withIssues, 'group')} with issues`;
