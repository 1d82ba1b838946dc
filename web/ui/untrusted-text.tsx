import type { ReactNode } from 'react';
import { visibleText } from '../text/visible-text.ts';

/** Longer addresses are cut in the middle of lists; the title has all of it. */
const MAX_SHOWN = 300;

/** A string that a stranger wrote: text, isolated in direction, bounded in length. */
export function UntrustedText({
  text,
  maxLength = MAX_SHOWN,
}: {
  readonly text: string;
  readonly maxLength?: number;
}): ReactNode {
  const shown = visibleText(text);
  const cut = shown.length > maxLength ? `${shown.slice(0, maxLength)}…` : shown;
  return (
    <bdi className="untrusted" {...(cut !== shown && { title: shown.slice(0, 4_000) })}>
      {cut}
    </bdi>
  );
}
