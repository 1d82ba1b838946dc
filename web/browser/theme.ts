import { useEffect, useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'surf.theme';

function stored(): Theme {
  const value = window.localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Applies the theme. Call it before the first render. */
export function applyTheme(theme: Theme = stored()): void {
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', theme);
}

/** The current theme and a toggle. The browser stores the choice. */
export function useTheme(): { readonly dark: boolean; readonly toggle: () => void } {
  const [theme, setTheme] = useState(stored);
  const [systemDark, setSystemDark] = useState(() => window.matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const media = window.matchMedia('(prefers-color-scheme: dark)');
    const update = (): void => setSystemDark(media.matches);
    media.addEventListener('change', update);
    return () => media.removeEventListener('change', update);
  }, []);
  const dark = theme === 'system' ? systemDark : theme === 'dark';
  const toggle = (): void => {
    const next = dark ? 'light' : 'dark';
    window.localStorage.setItem(KEY, next);
    applyTheme(next);
    setTheme(next);
  };
  return { dark, toggle };
}
