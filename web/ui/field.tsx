import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

interface FieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  /** The validation message. */
  readonly fault?: string | undefined;
}

interface FrameProps extends FieldProps {
  readonly id: string;
  readonly children: ReactNode;
}

function Frame({ id, label, help, fault, children }: FrameProps): ReactNode {
  return (
    <div className={fault === undefined ? 'field' : 'field faulty'}>
      <label htmlFor={id}>{label}</label>
      {children}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="fault">
          {fault}
        </p>
      )}
      {help !== undefined && (
        <div id={`${id}-help`} className="help">
          {help}
        </div>
      )}
    </div>
  );
}

/** ARIA attributes that link a control to its help and its validation message. */
function describedBy(id: string, { help, fault }: FieldProps): object {
  const words = [fault !== undefined && `${id}-fault`, help !== undefined && `${id}-help`].filter(
    (part) => part !== false,
  );
  return {
    id,
    ...(words.length > 0 && { 'aria-describedby': words.join(' ') }),
    ...(fault !== undefined && { 'aria-invalid': true }),
  };
}

export function TextField({
  label,
  help,
  fault,
  ...input
}: FieldProps & InputHTMLAttributes<HTMLInputElement>): ReactNode {
  const id = useId();
  return (
    <Frame id={id} label={label} help={help} fault={fault}>
      <input spellCheck={false} autoComplete="off" {...input} {...describedBy(id, { label, help, fault })} />
    </Frame>
  );
}

export function TextArea({
  label,
  help,
  fault,
  ...area
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>): ReactNode {
  const id = useId();
  return (
    <Frame id={id} label={label} help={help} fault={fault}>
      <textarea spellCheck={false} {...area} {...describedBy(id, { label, help, fault })} />
    </Frame>
  );
}

interface SelectProps extends FieldProps, SelectHTMLAttributes<HTMLSelectElement> {
  /** Pairs of value and label. */
  readonly options: readonly (readonly [value: string, words: string])[];
}

export function Select({ label, help, fault, options, ...select }: SelectProps): ReactNode {
  const id = useId();
  return (
    <Frame id={id} label={label} help={help} fault={fault}>
      <select {...select} {...describedBy(id, { label, help, fault })}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Frame>
  );
}

interface CheckboxProps extends FieldProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Checkbox({ label, help, checked, onChange }: CheckboxProps): ReactNode {
  const id = useId();
  return (
    <div className="field check">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        {...(help !== undefined && { 'aria-describedby': `${id}-help` })}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {help !== undefined && (
          <div id={`${id}-help`} className="help">
            {help}
          </div>
        )}
      </div>
    </div>
  );
}
