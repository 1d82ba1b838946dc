import type { Archive } from '#core/archive/archive.ts';
import { downloadsPrefix, reportsPrefix, searchPrefix } from '#core/archive/object-keys.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { AccountStore } from '#core/identity/account-store.ts';

export interface FileSizePorts {
  readonly archive: Pick<Archive, 'list'>;
  /** @default Surf does not count what executions keep */
  readonly accounts?: Pick<AccountStore, 'keepStored'>;
}

/**
 * Counts the files that were made of an execution, after one was made: exports, audits,
 * comparisons, indexes, downloads. They are few; the objects of the crawl are not looked at. It
 * throws nothing: the next file makes up for a count that fails.
 */
export async function keepFileSizes(ports: FileSizePorts, execution: Execution): Promise<void> {
  await count(ports, execution).catch(() => undefined);
}

async function count({ archive, accounts }: FileSizePorts, { id, owner }: Execution): Promise<void> {
  if (accounts === undefined || owner === undefined) return;
  let bytes = 0;
  for (const prefix of [searchPrefix(id), reportsPrefix(id), downloadsPrefix(id)])
    for await (const object of archive.list(prefix)) bytes += object.bytes;
  await accounts.keepStored({ user: owner, execution: id, part: 'files', bytes });
}
