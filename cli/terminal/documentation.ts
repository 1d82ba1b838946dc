import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** As deep in the bundle of the package as in a checkout. */
const FOLDER = fileURLToPath(new URL('../../docs/', import.meta.url));

/** A page of the documentation, as messages name it. */
const PAGE = /(?<![\w/.-])docs\/(?=[A-Za-z-]+(?:\/[a-z-]+)?\.md\b)/g;

/**
 * A text that names pages of the documentation by where they lie: in a program that has installed
 * Surf they are in its package.
 * @param from the folder that the user works in
 */
export function withDocsPlace(text: string, from: string = process.cwd(), folder: string = FOLDER): string {
  const way = relative(from, folder);
  const place = way.startsWith('..') || isAbsolute(way) ? folder : `${way}/`;
  return text.replace(PAGE, () => place.replaceAll('\\', '/'));
}
