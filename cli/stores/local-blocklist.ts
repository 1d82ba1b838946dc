import type { Blocklist, ListedBlock } from '#cli/stores/blocklist.ts';
import type { Embedded } from '#compose/compose-local.ts';
import { SurfError } from '#core/error.ts';
import { type AuditEvent, type BlockEntry, newBlockEntry } from '#core/identity/account-store.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';

/** The blocklist of a data folder. */
export class LocalBlocklist implements Blocklist {
  readonly #surf: () => Embedded;

  constructor(surf: () => Embedded) {
    this.#surf = surf;
  }

  async list(): Promise<ListedBlock[]> {
    return (await this.#surf().accounts.blocked()).map(listed);
  }

  async add(pattern: string, note: string | null): Promise<ListedBlock> {
    const { accounts, clock } = this.#surf();
    const entry = newBlockEntry({ pattern, note, by: LOCAL_USER, now: clock.now() }, await accounts.blocked());
    await accounts.block(entry);
    await this.#record('blocked', pattern, note ?? '');
    return listed(entry);
  }

  async remove(id: string): Promise<void> {
    const { accounts } = this.#surf();
    const entry = (await accounts.blocked()).find((one) => one.id === id);
    if (entry === undefined || (await accounts.unblock(id)) === 'missing') {
      throw new SurfError('ENTRY_NOT_FOUND', `the blocklist has no entry ${id}`, {
        remedy: 'surf blocklist lists them',
      });
    }
    await this.#record('unblocked', entry.pattern, '');
  }

  /** Records a change in the audit log, as the API does. */
  async #record(action: AuditEvent['action'], target: string, text: string): Promise<void> {
    const { accounts, clock, random } = this.#surf();
    await accounts.addAudit({ v: 1, id: `a${random()}`, at: clock.now(), by: LOCAL_USER, action, target, text });
  }
}

const listed = ({ id, pattern, note, by, createdAt }: BlockEntry): ListedBlock => ({
  id,
  pattern,
  note,
  by,
  createdAt: new Date(createdAt).toISOString(),
});
