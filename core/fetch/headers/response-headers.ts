import type { ResponseHead } from '#core/fetch/fetcher.ts';

/** The first header of that name. @param name lower case */
export function headerOf(head: ResponseHead, name: string): string | null {
  for (const [header, value] of head.headers) {
    if (header.length === name.length && header.toLowerCase() === name) return value;
  }
  return null;
}

/** All of that name, in order. @param name lower case */
export function headersOf(head: ResponseHead, name: string): string[] {
  const values: string[] = [];
  for (const [header, value] of head.headers) {
    if (header.length === name.length && header.toLowerCase() === name) values.push(value);
  }
  return values;
}
