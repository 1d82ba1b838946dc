import type { ReactNode } from 'react';

interface ScrollFrameProps {
  /** Said to screen readers. */
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** What may be wider or higher than its place, and scrolls by itself. */
export function ScrollFrame({ label, className, children }: ScrollFrameProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls by arrow keys, for which it needs the focus (axe: scrollable-region-focusable)
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
