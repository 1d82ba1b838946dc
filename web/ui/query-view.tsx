import type { ReactNode } from 'react';
import type { QueryResult } from '../query/use-query.ts';
import { Button } from './button.tsx';
import { Loading, ProblemNotice } from './notice.tsx';

interface QueryViewProps<Value> {
  readonly result: QueryResult<Value>;
  readonly rows?: number;
  readonly children: (value: Value) => ReactNode;
}

/**
 * Renders a query: loading, error, or value. When a poll fails, it keeps the last value and says
 * so.
 */
export function QueryView<Value>({ result, rows, children }: QueryViewProps<Value>): ReactNode {
  const { value, problem, refetch } = result;
  if (value === null) {
    return problem === null ? <Loading rows={rows ?? 4} /> : <ProblemNotice problem={problem} onRetry={refetch} />;
  }
  return (
    <>
      {problem !== null && (
        <div className="notice warn" role="status">
          <p>{problem.title} The data below is out of date.</p>
          <Button onClick={refetch}>Try again</Button>
        </div>
      )}
      {children(value)}
    </>
  );
}
