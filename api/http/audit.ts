import type { ApiPorts } from '#api/http/api-ports.ts';
import type { AuditEvent } from '#core/identity/account-store.ts';

/** Records in the audit log who changed what. */
export async function recordAudit(
  { accounts, clock, random }: Pick<ApiPorts, 'accounts' | 'clock' | 'random'>,
  event: Pick<AuditEvent, 'by' | 'action' | 'target' | 'text'>,
): Promise<void> {
  await accounts.addAudit({ v: 1, id: `a${random()}`, at: clock.now(), ...event, text: event.text.slice(0, 500) });
}
