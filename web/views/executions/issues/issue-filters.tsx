import type { ReactNode } from 'react';
import type { ExecutionItem } from '#api/client/schema.ts';
import { ISSUE_KINDS, type IssueCode, isAtLeast, type Severity } from '#core/audit/issue-kinds.ts';
import { navigate } from '../../../browser/router.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/field.tsx';
import { earlierOptions } from '../results/earlier-executions.ts';
import { type IssueFilter, issuesPlace, kindsOf, STATES } from './issue-filter.ts';

/** `notice` is the slightest, so it leaves nothing out. */
const ALL = 'notice';
const SEVERITY_OPTIONS = [
  [ALL, 'all'],
  ['warning', 'warnings and errors'],
  ['error', 'errors'],
] as const;

interface FiltersProps {
  readonly id: string;
  readonly filter: IssueFilter;
  /** Earlier executions to compare with. */
  readonly earlier: readonly ExecutionItem[];
}

/** Choices of kind, severity and comparison. Each changes the page's URL. */
export function IssueFilters({ id, filter, earlier }: FiltersProps): ReactNode {
  const { kind, severity, compare, state } = filter;
  const show = (change: Partial<IssueFilter>): void => navigate(issuesPlace(id, { ...filter, ...change }));
  const showSeverity = (least: Severity): void =>
    show({
      severity: least === ALL ? null : least,
      kind: kind !== null && isAtLeast(ISSUE_KINDS[kind].severity, least) ? kind : null,
    });
  const executions = earlierOptions(earlier, compare);
  const isFiltered = kind !== null || severity !== null || compare !== null;
  return (
    <form className="filters" aria-label="Filter issues" onSubmit={(event) => event.preventDefault()}>
      <Select
        label="Severity"
        options={SEVERITY_OPTIONS}
        value={severity ?? ALL}
        onChange={({ target }) => showSeverity(target.value as Severity)}
      />
      <Select
        label="Kind"
        options={[['', 'all'] as const, ...kindsOf(filter).map((code) => [code, ISSUE_KINDS[code].title] as const)]}
        value={kind ?? ''}
        onChange={({ target }) => show({ kind: target.value === '' ? null : (target.value as IssueCode) })}
      />
      <Select
        label="Compare with the execution of"
        options={[['', executions.length === 0 ? 'there is no earlier one' : 'none'] as const, ...executions]}
        value={compare ?? ''}
        onChange={({ target }) => show({ compare: target.value === '' ? null : target.value, state: null })}
      />
      {compare !== null && (
        <Select
          label="State"
          options={[['', 'all'] as const, ...STATES.map((one) => [one, one] as const)]}
          value={state ?? ''}
          onChange={({ target }) => show({ state: STATES.find((one) => one === target.value) ?? null })}
        />
      )}
      {isFiltered && (
        <Button kind="quiet" onClick={() => navigate(issuesPlace(id))}>
          Show all
        </Button>
      )}
    </form>
  );
}
