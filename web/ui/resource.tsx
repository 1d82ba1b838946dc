import type { ReactNode } from 'react';
import type { Answer } from '../answer.ts';
import { Button } from './button.tsx';
import { Loading, ProblemNotice } from './notice.tsx';

interface ResourceProps<Value> {
  readonly answer: Answer<Value>;
  readonly rows?: number;
  readonly children: (value: Value) => ReactNode;
}

/** Loading, the problem, or the value; an old value stays while the server is away, and says so. */
export function Resource<Value>({ answer, rows, children }: ResourceProps<Value>): ReactNode {
  const { value, problem, again } = answer;
  if (value === null) {
    return problem === null ? <Loading rows={rows ?? 4} /> : <ProblemNotice problem={problem} again={again} />;
  }
  return (
    <>
      {problem !== null && (
        <div className="notice warn" role="status">
          <p>{problem.title} What you see is from before.</p>
          <Button onClick={again}>Try again</Button>
        </div>
      )}
      {children(value)}
    </>
  );
}
