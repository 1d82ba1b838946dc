import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from '../browser/router.tsx';

/** Tabs of one resource. Each tab has its own URL. */
export function Tabs({
  label,
  items,
  current,
}: {
  readonly label: string;
  readonly items: readonly (readonly [to: string, words: string])[];
  readonly current: string;
}): ReactNode {
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect reads the DOM: after a change the current tab can be out of view
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current, items.length]);
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      {items.map(([to, words]) => (
        <Link key={to} to={to} {...(to === current && { 'aria-current': 'page' as const })}>
          {words}
        </Link>
      ))}
    </nav>
  );
}
