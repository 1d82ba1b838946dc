import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';

/** Path of the `<base>` that the server sets: `/`, or the stage's prefix with a trailing slash. */
const BASE = new URL(document.baseURI).pathname.replace(/[^/]*$/, '');

/** URL of the API, on the console's origin. */
export const API_URL = new URL(BASE, window.location.origin).href.replace(/\/$/, '');

const listeners = new Set<() => void>();
window.addEventListener('popstate', () => notify());

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The path below the base, without leading and trailing slashes, and the query. */
export interface ConsoleLocation {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The current location; re-renders when it changes. */
export function useLocation(): ConsoleLocation {
  const href = useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search);
  const { pathname, searchParams } = new URL(href, window.location.origin);
  const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : '';
  return { path: path.replace(/^\/+|\/+$/g, ''), query: searchParams };
}

/** The href of a path of the console, such as `executions/x?state=failed`. */
export const hrefOf = (place: string): string => BASE + place;

/** Navigates to a path of the console. @param how `replace` adds no history entry */
export function navigate(place: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') window.history.pushState(null, '', hrefOf(place));
  else window.history.replaceState(null, '', hrefOf(place));
  notify();
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link inside the console. It is a real link, so it also opens in a new tab. */
export function Link({ to, children, ...rest }: LinkProps): ReactNode {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a {...rest} href={hrefOf(to)} onClick={follow}>
      {children}
    </a>
  );
}
