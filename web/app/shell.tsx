import { type ReactNode, useEffect, useRef, useState } from 'react';
import { hrefOf, Link, useLocation } from '../browser/router.tsx';
import { useTheme } from '../browser/theme.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';

const NAVIGATION: readonly (readonly [path: string, words: string, icon: IconName])[] = [
  ['', 'Home', 'home'],
  ['workflows', 'Workflows', 'workflows'],
  ['executions', 'Executions', 'executions'],
  ['try', 'Try it', 'try'],
  ['settings', 'Settings', 'settings'],
];

/** The layout of every view: top bar, navigation and main area. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const { path } = useLocation();
  const { dark, toggle } = useTheme();
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  useFocusOnArrival(path, main, () => setOpen(false));
  return (
    <div className="shell">
      <button type="button" className="button skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header className="top">
        <span className="menu-button">
          <Button kind="quiet" icon="menu" aria-expanded={open} aria-controls="side" onClick={() => setOpen(!open)}>
            <span className="only-read">Menu</span>
          </Button>
        </span>
        <Link to="" className="brand">
          <img src={hrefOf('mark.svg')} alt="" />
          Surf
        </Link>
        <Button kind="quiet" icon={dark ? 'sun' : 'moon'} onClick={toggle}>
          <span className="only-read">{dark ? 'Light theme' : 'Dark theme'}</span>
        </Button>
        <ButtonLink to="new" kind="primary" icon="plus">
          New crawl
        </ButtonLink>
      </header>
      <SideNavigation open={open} current={path.split('/')[0] ?? ''} />
      <main className="main" id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
    </div>
  );
}

function SideNavigation({ open, current }: { readonly open: boolean; readonly current: string }): ReactNode {
  return (
    <nav className={open ? 'side open' : 'side'} id="side" aria-label="Views">
      <ul>
        {NAVIGATION.map(([path, words, icon]) => (
          <li key={path}>
            <Link to={path} {...(path === current && { 'aria-current': 'page' as const })}>
              <Icon name={icon} />
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Moves the focus to the new view after navigation, as a page load does. */
function useFocusOnArrival(path: string, main: { readonly current: HTMLElement | null }, arrived: () => void): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    arrived();
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  });
}
