import type { ReactNode } from 'react';
import type { Tone } from '../text/labels.ts';

/** A state in one word; the dot's form tells tones apart without colour. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode {
  return (
    <span className={`badge ${tone}`}>
      <span className="dot" aria-hidden="true" />
      {children}
    </span>
  );
}
