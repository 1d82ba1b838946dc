import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A page whose main content is known, in the layout of WCXB. */
export interface LabelledPage {
  readonly id: string;
  readonly html: string;
  readonly url: string;
  /** As `forum`. */
  readonly type: string;
  /** Its main content; empty where nobody wrote one down. */
  readonly text: string;
}

/** A file of the truth. */
interface Labelled {
  readonly url?: string;
  readonly ground_truth: { readonly main_content?: string };
  readonly _internal: { readonly page_type: { readonly primary: string } };
}

/** Pages of a folder with `html/ID.html.gz` and `ground-truth/ID.json`, by their ids. */
export function labelledPages(folder: string): LabelledPage[] {
  const ids = readdirSync(join(folder, 'html')).map((name) => name.replace('.html.gz', ''));
  return ids.sort().map((id) => {
    const truth = JSON.parse(readFileSync(join(folder, 'ground-truth', `${id}.json`), 'utf8')) as Labelled;
    return {
      id,
      html: gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString('utf8'),
      url: truth.url ?? '',
      type: truth._internal.page_type.primary,
      text: truth.ground_truth.main_content ?? '',
    };
  });
}

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** F1 over the multisets of words. */
export function f1Of(found: string, truth: string): number {
  const counts = new Map<string, number>();
  const expected = wordsOf(truth);
  for (const word of expected) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = wordsOf(found);
  let common = 0;
  for (const word of words) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    common += 1;
  }
  return common === 0 ? 0 : (2 * common) / (words.length + expected.length);
}

/** Text of Markdown: addresses, texts of images and marks are not words of the page. */
export const textOf = (markdown: string): string =>
  markdown
    .replaceAll(/!\[(?:[^\]\\]|\\.)*\]\([^)\s]*\)/g, ' ')
    .replaceAll(/\]\([^)\s]*\)/g, ']')
    .replaceAll(/^(?:```+|~~~+)\S*$/gm, '')
    .replaceAll(/[\\`*_|#>[\]-]/g, ' ');
