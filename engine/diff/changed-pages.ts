import { type DiffInput, diffExecutions } from '#engine/diff/diff-executions.ts';

/**
 * Addresses of the pages that the earlier execution did not have, or had another version of, or at
 * another address. In memory: about 100 bytes each.
 */
export async function changedPages(input: DiffInput): Promise<Set<string>> {
  const urls = new Set<string>();
  for await (const { kind, url } of (await diffExecutions(input)).changes) {
    if (kind === 'added' || kind === 'changed' || kind === 'moved') urls.add(url);
  }
  return urls;
}
