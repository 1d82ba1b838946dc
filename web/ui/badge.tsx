import type { ReactNode } from 'react';
import type { Tone } from '../text/labels.ts';

/** A state in one word. The shape of the dot shows the tone without colour. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode {
  return (
    <span className={`badge ${tone}`}>
      <span className="dot" aria-hidden="true" />
      {children}
    </span>
  );
}
