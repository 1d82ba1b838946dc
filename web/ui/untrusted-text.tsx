import type { ReactNode } from 'react';
import { visibleText } from '../text/visible-text.ts';

/** Longer texts are cut. The tooltip shows up to 4,000 characters. */
const MAX_SHOWN = 300;

/** Text from a crawled site: control characters visible, direction isolated, length bounded. */
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
