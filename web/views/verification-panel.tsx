import { type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { Difference, Verification } from '#api/client/schema.ts';
import { useDoing } from '../doing.ts';
import { bytes, count, counted } from '../quantity.ts';
import { useSession } from '../session.tsx';
import { Foreign } from '../ui/address.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { type Column, Table } from '../ui/table.tsx';

/** Counts every figure anew from the log and reads every archived answer. */
export function VerificationPanel({ id }: { readonly id: string }): ReactNode {
  const { client } = useSession();
  const { busy, problem, perform } = useDoing();
  const [found, setFound] = useState<Verification | null>(null);
  const verify = async (): Promise<void> => {
    const params = { path: { id } };
    const body = { action: 'verify' as const };
    setFound(answered(await client.POST('/v1/executions/{id}/actions', { params, body })).verification ?? null);
  };
  return (
    <Panel title="Does it add up?">
      <p>Every figure is counted anew from the log, and every archived answer is read and compared with its digest.</p>
      <div className="actions">
        <Button busy={busy} onClick={() => void perform(verify)}>
          Verify
        </Button>
      </div>
      {problem !== null && <ProblemNotice problem={problem} />}
      <div role="status" className="stack">
        {found !== null && <Found found={found} />}
      </div>
    </Panel>
  );
}

const COLUMNS: readonly Column<Difference>[] = [
  { head: 'What', cell: ({ code }) => <code>{code}</code> },
  { head: 'Where', kind: 'wide', cell: ({ where }) => <Foreign text={where} /> },
  { head: 'Expected', kind: 'text', cell: ({ expected }) => <Foreign text={expected} /> },
  { head: 'Found', kind: 'text', cell: ({ found }) => <Foreign text={found} /> },
];

function Found({ found }: { readonly found: Verification }): ReactNode {
  const { holds, total, differences, counts, records } = found;
  return (
    <>
      <p className="row">
        <Badge tone={holds ? 'good' : 'bad'}>{holds ? 'it holds' : counted(total, 'difference')}</Badge>
        <span>
          {counted(counts.discovered, 'address', 'addresses')}, {count(records)} archived answers, {bytes(found.bytes)}.
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
