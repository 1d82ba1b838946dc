/** A page in llms.txt (https://llmstxt.org). */
export interface LlmsPage {
  readonly url: string;
  readonly title: string;
  /** Empty: none. */
  readonly description: string;
}

const MOST_DESCRIPTION = 300;

/** Text in a line of Markdown that is not markup there. */
const escaped = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>&]/g, '\\$&');

/** Addresses of Surf have no white space; parentheses would end the link. */
const target = (url: string): string =>
  url.replace(/[()<>\\`|]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The first lines: the site's name, and what the list is. */
export const llmsHead = (host: string): string => `# ${escaped(host)}\n\n> Pages of ${escaped(host)}.\n`;

/** The heading of a section. */
export const llmsSection = (name: string): string => `\n## ${escaped(name)}\n\n`;

/** The line of a page; its address is its title where it has none. */
export function llmsLine({ url, title, description }: LlmsPage): string {
  const about = escaped(description.slice(0, MOST_DESCRIPTION));
  return `- [${escaped(title) || escaped(url)}](${target(url)})${about === '' ? '' : `: ${about}`}\n`;
}

/** The whole text of a page in llms-full.txt: its first heading, its address, the rest. */
export function llmsFullPage({ url, title }: Pick<LlmsPage, 'url' | 'title'>, markdown: string): string {
  const [, heading, rest = ''] = /^(# [^\n]*)(?:\n+([\s\S]*))?$/.exec(markdown) ?? [undefined, undefined, markdown];
  return `${heading ?? `# ${escaped(title) || escaped(url)}`}\n\nSource: ${target(url)}\n\n${rest}\n\n`;
}

/** The section of a page: its host without the first's name, and the first folder of its path. */
export function llmsSectionOf(url: string, firstHost: string): string {
  const { host, pathname } = new URL(url);
  const folder = /^\/([^/]+)\//.exec(pathname)?.[1] ?? '';
  const name = [...(host === firstHost ? [] : [host]), ...(folder === '' ? [] : [folder])].join('/');
  return name === '' ? 'Pages' : name;
}
