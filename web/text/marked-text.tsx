import type { ReactNode } from 'react';

/** Text of the API's description. What it has between backticks is code. */
export function MarkedText({ text }: { readonly text: string }): ReactNode {
  return [...text.matchAll(/`([^`]+)`|[^`]+/g)].map(({ index, 0: whole, 1: code }) =>
    code === undefined ? whole : <code key={index}>{code}</code>,
  );
}
