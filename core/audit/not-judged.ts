/** Links to other hosts that an audit could not judge. */
export interface NotJudged {
  /** URLs that neither the crawl nor a check of external links requested. */
  readonly notJudged: number;
  /** The workflow keeps a register of external links, from which a check takes them. */
  readonly isRegistered: boolean;
  /** The execution is a check of this one's external links; null: it is a crawl. */
  readonly checks: string | null;
}

/** Names the links that the audit did not judge, and the command that checks them; null: none. */
export function notJudgedWords(execution: string, { notJudged, isRegistered, checks }: NotJudged): string | null {
  if (checks !== null) return `this is a check of external links: surf audit ${checks} audits the site that has them`;
  if (notJudged === 0) return null;
  const check = `surf external ${isRegistered ? execution : 'last'} --check | surf run -`;
  const how = isRegistered ? `${check} checks them` : `crawl with --external true, then ${check} checks them`;
  return `links to other hosts are not judged (${notJudged}): ${how}`;
}
