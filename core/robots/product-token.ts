/** A crawler's name as robots.txt knows it, lower case. */
export interface AgentName {
  /** Letters, `-` and `_` up to the first other character (RFC 9309 §2.2.1); may be empty. */
  readonly token: string;
  /**
   * Up to white space or `/`: longer than the token where the name has digits or other characters.
   */
  readonly name: string;
}

/**
 * @param text a User-Agent as sent, or the value of a User-Agent line: `Surf-Crawler/0.1` is
 * `surf-crawler`
 */
export function agentName(text: string): AgentName {
  const lower = text.trim().toLowerCase();
  return { token: /^[a-z_-]*/.exec(lower)?.[0] ?? '', name: /^[^\s/]*/.exec(lower)?.[0] ?? '' };
}

/**
 * Does a User-Agent line with the name `line` speak to `own`? Equal tokens do (`surfbot*`,
 * `surfbot 2` speak to `surfbot`); where both have more than a token (`bot1`, `bot2`), which the
 * RFC does not foresee, the names must be equal.
 */
export function speaksTo(line: AgentName, own: AgentName): boolean {
  if (line.name === own.name) return own.name !== '';
  return own.token !== '' && line.token === own.token && (own.name === own.token || line.name === line.token);
}

/** Does a User-Agent line speak to everybody? `*`, alone or before white space. */
export const isEveryAgent = (value: string): boolean => /^\*(?:\s|$)/.test(value);
