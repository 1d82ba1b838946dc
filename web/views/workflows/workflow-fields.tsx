import type { ReactNode } from 'react';
import type { Problem } from '#api/client/schema.ts';
import { plural } from '../../text/format.ts';
import { MarkedText } from '../../text/marked-text.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { FieldGroup, WorkflowField } from '../../workflow/workflow-schema.ts';

interface FieldsProps {
  readonly groups: readonly FieldGroup[];
  readonly texts: Readonly<Record<string, string>>;
  readonly problem: Problem | null;
  readonly onChange: (path: string, text: string) => void;
}

/** The fields that nearly every workflow sets. */
const BASICS: readonly string[] = [
  'name',
  'seeds',
  'scope.mode',
  'limits.pages',
  'limits.depth',
  'politeness.delaySeconds',
];

const GROUP_WORDS: Readonly<Record<string, string>> = {
  '': 'Order, workers, selection, retention',
  scope: 'Scope of the crawl',
  links: 'Links',
  key: 'URLs of the same page',
  traps: 'Traps',
  focus: 'One topic',
  limits: 'Limits',
  sample: 'Random walks (order: sample)',
  politeness: 'Politeness',
  fetch: 'Requests',
  retry: 'Retries',
  output: 'Output',
  external: 'External links',
  revisit: 'Revisits: fetch only the pages that are due',
};

/** All fields of a workflow. A validation message of the API appears at the field that it names. */
export function WorkflowFields({ groups, texts, problem, onChange }: FieldsProps): ReactNode {
  const all = groups.flatMap(({ fields }) => fields);
  const basics = BASICS.flatMap((path) => all.filter((field) => field.path === path));
  const rest = groups.map(({ name, fields }) => ({
    name,
    fields: fields.filter(({ path }) => !BASICS.includes(path)),
  }));
  const show = (field: WorkflowField): ReactNode => (
    <div key={field.path} className={field.kind === 'lines' || field.kind === 'json' ? 'whole' : undefined}>
      <Control
        field={field}
        text={texts[field.path] ?? ''}
        fault={faultOf(problem, field.path)}
        onChange={(text) => onChange(field.path, text)}
      />
    </div>
  );
  return (
    <div className="form">
      <Panel title="Basics">
        <div className="fields">{basics.map(show)}</div>
      </Panel>
      <div className="groups">
        {rest
          .filter(({ fields }) => fields.length > 0)
          .map(({ name, fields }) => (
            <details
              key={name}
              className="group"
              open={fields.some(({ path }) => faultOf(problem, path) !== undefined) || undefined}
            >
              <summary>
                {GROUP_WORDS[name] ?? name} <SetCount fields={fields} texts={texts} />
              </summary>
              <div>
                <div className="fields">{fields.map(show)}</div>
              </div>
            </details>
          ))}
      </div>
    </div>
  );
}

function SetCount({
  fields,
  texts,
}: {
  readonly fields: readonly WorkflowField[];
  readonly texts: Readonly<Record<string, string>>;
}): ReactNode {
  const set = fields.filter(({ path, defaultText }) => {
    const text = texts[path] ?? '';
    return text !== '' && text !== defaultText;
  });
  return set.length > 0 && <span className="badge calm">{plural(set.length, 'change')}</span>;
}

/** The API starts a validation message with the path of the field: `limits.pages: …`. */
function faultOf(problem: Problem | null, path: string): string | undefined {
  const named = problem?.title.replace(/^workflow(?:\.|: )/, '');
  if (named === undefined || !named.startsWith(path)) return undefined;
  return /^[.:[ ]|^$/.test(named.slice(path.length, path.length + 1)) ? problem?.title : undefined;
}

const WORDS: Readonly<Record<string, string>> = {
  'scope.mode': 'Scope',
  'politeness.delaySeconds': 'Delay in seconds',
  order: 'Order of the crawl',
};

/** `delaySeconds` as a label, "Delay seconds". The help text shows the path. */
function words(path: string): string {
  const own = WORDS[path];
  if (own !== undefined) return own;
  const name = path.split('.').at(-1) ?? path;
  const spaced = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Placeholders for fields whose default does not show the format. */
const EXAMPLES: Readonly<Record<string, string>> = {
  'fetch.headers': '{"Accept-Language": "en", "Authorization": {"secretRef": "NAME"}}',
  'fetch.proxy': 'http://HOST:PORT, or {"secretRef": "NAME"}',
};

interface ControlProps {
  readonly field: WorkflowField;
  readonly text: string;
  readonly fault: string | undefined;
  readonly onChange: (text: string) => void;
}

function Control({ field, text, fault, onChange }: ControlProps): ReactNode {
  const { kind, path, nullable, defaultText, choices } = field;
  const label = words(path);
  const help = (
    <>
      <MarkedText text={field.help} /> {nullable && kind === 'number' && 'none: no limit. '}
      <code>{path}</code>
    </>
  );
  if (kind === 'choice' || kind === 'boolean') {
    const all = kind === 'boolean' ? ['true', 'false'] : choices;
    const options = [
      ['', `default${defaultText === '' ? '' : `: ${defaultText}`}`] as const,
      ...all.map((choice) => [choice, choice] as const),
    ];
    return (
      <Select
        label={label}
        help={help}
        fault={fault}
        options={options}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  if (kind === 'lines' || kind === 'json') {
    const rows = Math.min(12, Math.max(2, text.split('\n').length));
    const hint = kind === 'lines' ? <>One per line. {help}</> : <>JSON. {help}</>;
    return (
      <TextArea
        label={label}
        help={hint}
        fault={fault}
        rows={rows}
        value={text}
        placeholder={EXAMPLES[path] ?? defaultText}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  const mode = kind === 'number' ? 'decimal' : 'text';
  return (
    <TextField
      label={label}
      help={help}
      fault={fault}
      inputMode={mode}
      value={text}
      placeholder={EXAMPLES[path] ?? defaultText}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
