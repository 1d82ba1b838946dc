import { type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { Difference, Verification } from '#api/client/schema.ts';
import { useMutation } from '../../../query/use-mutation.ts';
import { useSession } from '../../../session/session.tsx';
import { formatBytes, formatCount, plural } from '../../../text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';

/** Recounts every figure from the log and checks the digest of every archived response. */
export function VerificationPanel({ id }: { readonly id: string }): ReactNode {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation();
  const [verification, setVerification] = useState<Verification | null>(null);
  const verify = async (): Promise<void> => {
    const params = { path: { id } };
    const body = { action: 'verify' as const };
    setVerification(answered(await client.POST('/v1/executions/{id}/actions', { params, body })).verification ?? null);
  };
  return (
    <Panel title="Verification">
      <p>Surf recounts every figure from the log and checks the digest of every archived response.</p>
      <div className="actions">
        <Button busy={busy} onClick={() => void mutate(verify)}>
          Verify
        </Button>
      </div>
      {problem !== null && <ProblemNotice problem={problem} />}
      <div role="status" className="stack">
        {verification !== null && <VerificationResult verification={verification} />}
      </div>
    </Panel>
  );
}

const COLUMNS: readonly Column<Difference>[] = [
  { head: 'What', cell: ({ code }) => <code>{code}</code> },
  { head: 'Where', kind: 'wide', cell: ({ where }) => <UntrustedText text={where} /> },
  { head: 'Expected', kind: 'text', cell: ({ expected }) => <UntrustedText text={expected} /> },
  { head: 'Found', kind: 'text', cell: ({ found }) => <UntrustedText text={found} /> },
];

function VerificationResult({ verification }: { readonly verification: Verification }): ReactNode {
  const { holds, total, differences, counts, records } = verification;
  return (
    <>
      <p className="row">
        <Badge tone={holds ? 'good' : 'bad'}>{holds ? 'verified' : plural(total, 'difference')}</Badge>
        <span>
          {plural(counts.discovered, 'URL')}, {formatCount(records)} archived responses,{' '}
          {formatBytes(verification.bytes)}.
        </span>
      </p>
      {differences.length > 0 && (
        <Table
          caption="Differences"
          rows={differences}
          columns={COLUMNS}
          keyOf={({ code, where, found: what }) => `${code} ${where} ${what}`}
        />
      )}
    </>
  );
}
