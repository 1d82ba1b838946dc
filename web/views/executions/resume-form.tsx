import { type FormEvent, type ReactNode, useState } from 'react';
import type { Execution, LimitsOverride } from '#api/client/schema.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';

const FIELDS = [
  ['pages', 'Pages'],
  ['depth', 'Depth'],
  ['seconds', 'Seconds'],
  ['budgetUsd', 'Budget in USD'],
] as const;
type Field = (typeof FIELDS)[number][0];

interface ResumeProps {
  readonly execution: Execution;
  readonly busy: boolean;
  readonly onResume: (limits: LimitsOverride) => void;
  readonly onCancel: () => void;
}

const shown = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

/** New limits for an execution that a limit or a user ended. */
export function ResumeForm({ execution, busy, onResume, onCancel }: ResumeProps): ReactNode {
  const { limits } = execution;
  const [texts, setTexts] = useState<Readonly<Record<Field, string>>>({
    pages: shown(limits.pages),
    depth: shown(limits.depth),
    seconds: shown(limits.seconds),
    budgetUsd: shown(limits.budgetUsd),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const changed = FIELDS.filter(([field]) => texts[field].trim() !== shown(limits[field]));
    const values = changed.map(([field]) => [field, texts[field].trim() === '' ? null : Number(texts[field])]);
    onResume(Object.fromEntries(values) as LimitsOverride);
  };
  return (
    <Panel title="Resume with new limits">
      <form className="form" onSubmit={submit}>
        <div className="fields">
          {FIELDS.map(([field, label]) => (
            <TextField
              key={field}
              label={label}
              type="number"
              min={0}
              step="any"
              value={texts[field]}
              onChange={(event) => setTexts((before) => ({ ...before, [field]: event.target.value }))}
              help={`Was ${limits[field] ?? 'without limit'}. Empty: no limit.`}
            />
          ))}
        </div>
        <div className="actions">
          <Button type="submit" kind="primary" icon="play" busy={busy}>
            Resume
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
    </Panel>
  );
}
