/** `12,345` */
export const count = (n: number): string => n.toFixed(0).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** `1 page`, `2 pages` */
export const counted = (n: number, noun: string, plural = `${noun}s`): string =>
  `${count(n)} ${n === 1 ? noun : plural}`;

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Decimal units: `1.2 MB`. */
export function bytes(n: number): string {
  let value = n;
  let unit = 0;
  for (; value >= 1_000 && unit < UNITS.length - 1; unit++) value /= 1_000;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** `0.8 s`, `42 s`, `3 min 5 s`, `2 h 10 min` */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  const minutes = Math.floor(s / 60);
  if (minutes < 60) return s % 60 === 0 ? `${minutes} min` : `${minutes} min ${s % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `3.4/s` */
export const rate = (perSecond: number): string => `${perSecond >= 100 ? count(perSecond) : perSecond.toFixed(1)}/s`;

/** Six decimals, because a small crawl costs less than a cent. */
export const usd = (amount: number): string => `${amount.toFixed(amount >= 1 ? 2 : 6)} USD`;
