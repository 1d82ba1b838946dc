import type { ReactNode } from 'react';
import { Link } from '../router.tsx';

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
  return (
    <nav className="tabs" aria-label={label}>
      {items.map(([to, words]) => (
        <Link key={to} to={to} {...(to === current && { 'aria-current': 'page' as const })}>
          {words}
        </Link>
      ))}
    </nav>
  );
}
