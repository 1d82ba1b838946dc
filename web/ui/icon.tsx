import type { ReactNode } from 'react';

/** Stroke paths on a 20 × 20 grid. */
const PATHS = {
  home: 'M3 9.5 10 4l7 5.5V16a1 1 0 0 1-1 1h-3.5v-4.5h-5V17H4a1 1 0 0 1-1-1z',
  workflows: 'M4 4h5v5H4zM11 11h5v5h-5zM6.500 9v4.500H11M9 6.500h4.500V11',
  executions:
    'M3 15c2.500 0 2.500-2 5-2s2.500 2 5 2 2-1 4-2M3 10c2.500 0 2.500-2 5-2s2.500 2 5 2 2-1 4-2M3 5c2.500 0 2.500-2 5-2s2.500 2 5 2 2-1 4-2',
  try: 'M8.500 3.500a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12.200 12.200 17 17',
  settings: 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4',
  plus: 'M10 4v12M4 10h12',
  sun: 'M10 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM10 2v2M10 16v2M2 10h2M16 10h2M4.300 4.300l1.400 1.400M14.300 14.300l1.400 1.400M4.300 15.700l1.400-1.400M14.300 5.700l1.400-1.400',
  moon: 'M16 11.800A6.500 6.500 0 1 1 8.200 4a5.300 5.300 0 0 0 7.800 7.800z',
  menu: 'M3 5.500h14M3 10h14M3 14.500h14',
  pause: 'M7 4.500v11M13 4.500v11',
  play: 'M6 4l10 6-10 6z',
  stop: 'M5 5h10v10H5z',
  again: 'M16 10a6 6 0 1 1-2-4.500M14.500 2.500v3.500H11',
  download: 'M10 3v9M6 8.500l4 4 4-4M4 16.500h12',
  close: 'M5 5l10 10M15 5 5 15',
  warn: 'M10 3 18 17H2zM10 8v4M10 14.200v.3',
  external: 'M11 4h5v5M16 4l-7 7M14 11v5H4V6h5',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon, hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
