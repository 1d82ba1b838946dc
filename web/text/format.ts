const whole = new Intl.NumberFormat('en-US');
const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

export const formatCount = (value: number): string => whole.format(value);

/** `1 page`, `2 pages`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`;

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Decimal units (1 KB = 1,000 B), two to three significant digits. */
export function formatBytes(value: number): string {
  let left = value;
  let unit = 0;
  while (left >= 999.5 && unit < UNITS.length - 1) {
    left /= 1000;
    unit += 1;
  }
  return `${unit === 0 || left >= 100 ? Math.round(left) : left.toPrecision(left >= 10 ? 3 : 2)} ${UNITS[unit]}`;
}

/** USD with two decimals from one dollar on, more below. */
export function formatUsd(value: number): string {
  if (value === 0) return '$0.00';
  if (value < 0.000_001) return '<\u00A0$0.000001';
  return `$${value.toFixed(value < 0.01 ? 6 : value < 1 ? 4 : 2)}`;
}

export function formatDuration(value: number): string {
  if (value < 60) return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
  const total = Math.round(value);
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${total % 60} s`;
}

/** `0.4 %`, `12 %`, `100 %`; 0 % when `all` is 0. */
export function formatPercent(part: number, all: number): string {
  const value = all === 0 ? 0 : (part / all) * 100;
  return `${value > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} %`;
}

export const formatRate = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

export const formatDateTime = (iso: string | null): string => (iso === null ? '–' : dateTime.format(new Date(iso)));
/** A date on one line. */
export const formatDate = (iso: string): string => date.format(new Date(iso)).replaceAll(' ', '\u00A0');
export const formatTime = (iso: string): string => clockTime.format(new Date(iso));

/** `just now`, `5 min ago`, `3 days ago`. */
export function formatAge(iso: string, now: number): string {
  const past = Math.max(0, (now - Date.parse(iso)) / 1000);
  if (past < 45) return 'just now';
  if (past < 3_600) return `${Math.max(1, Math.round(past / 60))} min ago`;
  if (past < 86_400) return `${Math.round(past / 3_600)} h ago`;
  return plural(Math.round(past / 86_400), 'day').concat(' ago');
}
