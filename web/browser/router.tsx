import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';

/** Path of the page's `<base>`, which the server sets: `/`, or the stage's prefix; ends with a slash. */
const BASE = new URL(document.baseURI).pathname.replace(/[^/]*$/, '');

/** Where the API answers: beside the console. */
export const API_ADDRESS = new URL(BASE, window.location.origin).href.replace(/\/$/, '');

const listeners = new Set<() => void>();
window.addEventListener('popstate', () => notify());

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Path below the base, without slashes around it, and the query. */
export interface ConsoleLocation {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The place that the address bar shows; renders anew when it changes. */
export function useLocation(): ConsoleLocation {
  const href = useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search);
  const { pathname, searchParams } = new URL(href, window.location.origin);
  const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : '';
  return { path: path.replace(/^\/+|\/+$/g, ''), query: searchParams };
}

/** The address of a place of the console: `executions/x?state=failed`. */
export const hrefOf = (place: string): string => BASE + place;

/** Goes to a place of the console. @param how `replace` leaves no step in the browser's history */
export function navigate(place: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') window.history.pushState(null, '', hrefOf(place));
  else window.history.replaceState(null, '', hrefOf(place));
  notify();
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link inside of the console: a real one, so that it opens in a tab, too. */
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
