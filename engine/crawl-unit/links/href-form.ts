const SLASH = 0x2f;
const BACKSLASH = 0x5c;

/** `/…`, but neither `//…` nor `/\\…`, which name a host. */
export function isFromRoot(href: string): boolean {
  const second = href.charCodeAt(1);
  return href.charCodeAt(0) === SLASH && second !== SLASH && second !== BACKSLASH;
}

/** It names scheme and host. */
export const isAbsolute = (href: string): boolean => href.startsWith('http://') || href.startsWith('https://');
