import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from '../browser/router.tsx';

/** Views of one thing, each with an address of its own. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: read from the page, not from here: another current tab, or more of them, may be out of sight in a narrow window
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
