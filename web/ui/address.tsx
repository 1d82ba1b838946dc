import type { ReactNode } from 'react';
import { visibleText } from '../visible-text.ts';

/** Longer addresses are cut in the middle of lists; the title has all of it. */
const MOST_SHOWN = 300;

/** A string that a stranger wrote: text, isolated in direction, bounded in length. */
export function Foreign({ text, most = MOST_SHOWN }: { readonly text: string; readonly most?: number }): ReactNode {
  const shown = visibleText(text);
  const cut = shown.length > most ? `${shown.slice(0, most)}…` : shown;
  return (
    <bdi className="foreign" {...(cut !== shown && { title: shown.slice(0, 4_000) })}>
      {cut}
    </bdi>
  );
}
