import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of the docs, at the same depth in the package's bundle as in a checkout. */
const FOLDER = fileURLToPath(new URL('../../docs/', import.meta.url));

/** A page of the documentation, or the examples, as messages name them. */
const PAGE = /(?<![\w/.-])(?:docs\/(?=[A-Za-z-]+(?:\/[a-z-]+)?\.md\b)|examples\/(?= has\b))/g;

/**
 * Replaces names of documentation pages in a text with their paths: an installed Surf has them in
 * its package.
 * @param from the user's working folder
 */
export function withDocsPlace(text: string, from: string = process.cwd(), folder: string = FOLDER): string {
  return text.replace(PAGE, (named) => {
    const place = named === 'docs/' ? folder : join(folder, '..', named);
    const way = relative(from, place);
    return (way.startsWith('..') || isAbsolute(way) ? place : `${way}/`).replaceAll('\\', '/');
  });
}
