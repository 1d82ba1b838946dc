import type { ReactNode } from 'react';
import { visibleText } from '../../../text/visible-text.ts';
import { Icon } from '../../../ui/icon.tsx';

const WEB = /^https?:\/\//i;
const MAX_NAMED = 300;

/**
 * A link to a crawled URL at its live site, in a new tab that learns nothing of the console. URLs
 * of other schemes get no link: `javascript:` would run in the console.
 */
export function LiveLink({ url }: { readonly url: string }): ReactNode {
  if (!WEB.test(url)) return null;
  return (
    <a className="live" href={url} target="_blank" rel="noopener noreferrer nofollow">
      <Icon name="external" />
      live<span className="only-read"> in a new tab: {visibleText(url).slice(0, MAX_NAMED)}</span>
    </a>
  );
}
