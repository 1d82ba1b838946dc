import type { ReactNode } from 'react';
import { formatCount } from '../../../text/format.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Hint } from '../../../ui/notice.tsx';
import { ScrollFrame } from '../../../ui/scroll-frame.tsx';

/** The viewer shows this much of a body; the download has all of it. */
export const MAX_CHARACTERS = 400_000;

interface PageTextProps {
  readonly text: string;
  /** `Source of the page` */
  readonly label: string;
  /** Sentences rather than code. */
  readonly prose?: boolean;
}

/** Untrusted text with its lines, and never as markup. Deceptive characters are visible. */
export function PageText({ text, label, prose = false }: PageTextProps): ReactNode {
  if (text.trim() === '') return <Hint>The page has no text.</Hint>;
  return (
    <ScrollFrame className="source-frame" label={label}>
      <pre className={prose ? 'source prose' : 'source'} dir="auto">
        {visibleLines(text)}
      </pre>
    </ScrollFrame>
  );
}

/** `visibleText` of each line: line breaks stay, and tabs at the start of a line. */
const visibleLines = (text: string): string => text.replace(/[^\t\r\n]+/g, visibleText);

/** Says that a text is cut. */
export function CutHint({ characters }: { readonly characters: number }): ReactNode {
  if (characters <= MAX_CHARACTERS) return null;
  return (
    <Hint>
      The first {formatCount(MAX_CHARACTERS)} characters of {formatCount(characters)}.
    </Hint>
  );
}
