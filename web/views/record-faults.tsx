import type { ReactNode } from 'react';
import type { Execution } from '#api/client/schema.ts';
import { counted } from '../quantity.ts';
import { Foreign } from '../ui/address.tsx';
import { type Column, Table } from '../ui/table.tsx';

type Fault = Execution['recordFaults'][number];

const COLUMNS: readonly Column<Fault>[] = [
  {
    head: 'Field',
    kind: 'text',
    cell: ({ field }) => (field === null ? 'the whole record' : <Foreign text={field} most={120} />),
  },
  { head: 'Error', kind: 'text', cell: ({ code }) => code },
  { head: 'Records', kind: 'figure', cell: ({ records }) => counted(records, 'record') },
  { head: 'For example', kind: 'wide', minor: true, cell: ({ url }) => <Foreign text={url} most={160} /> },
];

/** Fields of records that have no value, or not all of it. */
export const RecordFaults = ({ faults }: { readonly faults: readonly Fault[] }): ReactNode => (
  <Table
    caption="Extraction errors"
    rows={faults}
    columns={COLUMNS}
    keyOf={({ field, code }) => `${code} ${field ?? ''}`}
  />
);
