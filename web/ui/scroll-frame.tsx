import type { ReactNode } from 'react';

interface ScrollFrameProps {
  /** Announced by screen readers. */
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A region that scrolls when its content is larger than its space. */
export function ScrollFrame({ label, className, children }: ScrollFrameProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with arrow keys (axe: scrollable-region-focusable)
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
