import type { ReactNode } from 'react';
import type { Execution } from '#api/client/schema.ts';
import { plural } from '../../../text/format.ts';
import { type Column, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';

type Fault = Execution['recordFaults'][number];

const COLUMNS: readonly Column<Fault>[] = [
  {
    head: 'Field',
    kind: 'text',
    cell: ({ field }) => (field === null ? 'the whole record' : <UntrustedText text={field} maxLength={120} />),
  },
  { head: 'Error', kind: 'text', cell: ({ code }) => code },
  { head: 'Records', kind: 'figure', cell: ({ records }) => plural(records, 'record') },
  { head: 'For example', kind: 'wide', minor: true, cell: ({ url }) => <UntrustedText text={url} maxLength={160} /> },
];

/** Fields that could not be extracted, or only in part. */
export const RecordFaults = ({ faults }: { readonly faults: readonly Fault[] }): ReactNode => (
  <Table
    caption="Extraction errors"
    rows={faults}
    columns={COLUMNS}
    keyOf={({ field, code }) => `${code} ${field ?? ''}`}
  />
);
