import type { ReactNode } from 'react';

/** Longer addresses are cut in the middle of lists; the title has all of it. */
const MOST_SHOWN = 300;

/** Characters that turn or hide the text around them are shown as what they are: a crawled string may not look like another. */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const visible = (text: string): string =>
  text.replace(DECEPTIVE, (sign) => `\u2423u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);

/** A string that a stranger wrote: text, isolated in direction, bounded in length. */
export function Foreign({ text, most = MOST_SHOWN }: { readonly text: string; readonly most?: number }): ReactNode {
  const shown = visible(text);
  const cut = shown.length > most ? `${shown.slice(0, most)}…` : shown;
  return (
    <bdi className="foreign" {...(cut !== shown && { title: shown.slice(0, 4_000) })}>
      {cut}
    </bdi>
  );
}
