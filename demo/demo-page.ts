/** One address of the demo. `%ORIGIN3%` in content and location stands for the origin of host 3. */
export interface DemoPage {
  readonly path: string;
  readonly title: string;
  /** The content between navigation and footer; empty for a redirect. */
  readonly content: string;
  readonly status: number;
  readonly type: 'text/html' | 'application/rss+xml';
  /** Target of a redirect. */
  readonly location: string | null;
  /** robots.txt forbids it. */
  readonly closed: boolean;
}

export const htmlPage = (path: string, title: string, content: string): DemoPage => ({
  path,
  title,
  content,
  status: 200,
  type: 'text/html',
  location: null,
  closed: false,
});

export const movedPage = (path: string, location: string): DemoPage => ({
  ...htmlPage(path, 'moved', ''),
  status: 301,
  location,
});

export const anchor = (href: string, text: string): string => `<a href="${href}">${text}</a>`;

/** A heading and a list. */
export const list = (items: readonly string[]): string =>
  `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;
