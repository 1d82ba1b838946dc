import type { ReactNode } from 'react';
import type { Problem } from '#api/client/schema.ts';
import { Link } from '../browser/router.tsx';
import { visibleText } from '../text/visible-text.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Capitalises a message of the API, unless it starts with the name of a field. */
const sentence = (text: string): string =>
  /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** An error of the API: its title, its remedy, its code and the request id. */
export function ProblemNotice({
  problem,
  onRetry,
}: {
  readonly problem: Problem;
  readonly onRetry?: () => void;
}): ReactNode {
  return (
    <div className="notice bad" role="alert">
      <Icon name="warn" />
      <div>
        <p className="strong breakable">{sentence(problem.title)}</p>
        {problem.remedy !== null && <p className="breakable">{sentence(problem.remedy)}</p>}
        <p className="fine">
          <code>{problem.code}</code>
          {problem.requestId !== '' && <> · request {problem.requestId}</>}
        </p>
        {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
      </div>
    </div>
  );
}

/** A notice that is not an error. */
export function Hint({
  children,
  tone = 'calm',
}: {
  readonly children: ReactNode;
  readonly tone?: 'calm' | 'warn';
}): ReactNode {
  return <div className={`notice ${tone}`}>{children}</div>;
}

/** Shown instead of an empty list: why it is empty, and what to do next. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode {
  return (
    <div className="empty">
      <svg viewBox="0 0 120 40" aria-hidden="true" focusable="false">
        <path d="M4 26c14 0 14-12 28-12s14 12 28 12 14-12 28-12 14 12 28 12" />
        <path d="M4 36c14 0 14-8 28-8s14 8 28 8 14-8 28-8 14 8 28 8" />
      </svg>
      <p className="strong">{title}</p>
      {children}
    </div>
  );
}

/** A skeleton while data loads. Screen readers announce it once. */
export function Loading({ rows = 4 }: { readonly rows?: number }): ReactNode {
  return (
    <div className="loading" role="status">
      <span className="only-read">Loading</span>
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical bars without state
        <span key={i} className="bar" />
      ))}
    </div>
  );
}

/** Shown where a URL names no view, or no part of one. */
export function NoView(): ReactNode {
  return (
    <EmptyState title="The console has no view at this URL.">
      <Link to="">Back to home</Link>
    </EmptyState>
  );
}

interface NoSuchValueProps {
  /** Name of the parameter in words: `part`, `kind`. */
  readonly what: string;
  /** From the URL: anybody can have written it. */
  readonly value: string;
  /** The values that there are, each with its place. */
  readonly known: readonly (readonly [value: string, place: string])[];
}

/** Longer values are cut. */
const MAX_VALUE = 60;

/** Shown where a parameter of a URL has a value that the view does not know. */
export function NoSuchValue({ what, value, known }: NoSuchValueProps): ReactNode {
  const shown = visibleText(value);
  return (
    <EmptyState title={`There is no ${what} “${shown.length > MAX_VALUE ? `${shown.slice(0, MAX_VALUE)}…` : shown}”.`}>
      <ul className="known" aria-label={`Every ${what}`}>
        {known.map(([name, place]) => (
          <li key={name}>
            <Link to={place}>{name}</Link>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
