import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A page that a package has for its tests, and what these say of it. */
export interface PackagePage {
  /** Its file. */
  readonly name: string;
  readonly body: Uint8Array;
  /** Its main text. */
  readonly text?: string | undefined;
  readonly title?: string | undefined;
  /** ISO 8601. */
  readonly published?: string | undefined;
  readonly language?: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * All pages below a folder. In the layout of newspaper4k (`html/NAME.html`, `txt/NAME.txt`,
 * `metadata/NAME.json`) they have their truth.
 */
export function packagePages(folder: string): PackagePage[] {
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => /\.html?$/.test(file));
  return files.sort().map((file) => {
    const path = join(folder, file);
    const beside = join(path, '../..');
    const name = basename(file, '.html');
    const said = jsonOf(join(beside, 'metadata', `${name}.json`));
    return {
      name: file,
      body: readFileSync(path),
      text: textIn(join(beside, 'txt', `${name}.txt`)),
      title: textOf(said, 'title'),
      published: textOf(said, 'publish_date'),
      language: textOf(said, 'meta_lang'),
    };
  });
}

const textIn = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

function jsonOf(file: string): Json {
  const text = textIn(file);
  return text === undefined ? {} : (JSON.parse(text) as Json);
}

function textOf(said: Json, name: string): string | undefined {
  const value = said[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
