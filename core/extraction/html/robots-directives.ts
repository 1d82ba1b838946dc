/** A page's instructions to robots. Several sources merge; the most restrictive wins. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

export const NO_DIRECTIVES: RobotsDirectives = { noindex: false, nofollow: false };

/** More than any page has; the rest is not read. */
const MAX_DIRECTIVE_CHARACTERS = 10_000;
/** Directives that have a value behind a colon, which is not an agent's name. */
const VALUED = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);

export const mergeDirectives = (a: RobotsDirectives, b: RobotsDirectives): RobotsDirectives => ({
  noindex: a.noindex || b.noindex,
  nofollow: a.nofollow || b.nofollow,
});

/**
 * Does a meta element of this name apply to Surf: to all robots, or to its agent?
 * @param agentToken product token of our user agent, any case; empty for none
 */
export function isForRobots(name: string, agentToken: string): boolean {
  const agent = name.trim().toLowerCase();
  return agent === 'robots' || (agent !== '' && agent === agentToken.toLowerCase());
}

/**
 * Directives of all X-Robots-Tag headers. `agent:` before a directive makes it, and those behind it
 * in the same header, one for that agent.
 * @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag#xrobotstag
 */
export function xRobotsTag(values: readonly string[], agentToken: string): RobotsDirectives {
  let merged = NO_DIRECTIVES;
  for (const value of values) {
    let ours = true;
    for (const part of value.slice(0, MAX_DIRECTIVE_CHARACTERS).split(',')) {
      const colon = part.indexOf(':');
      const agent = part.slice(0, Math.max(colon, 0)).trim().toLowerCase();
      const named = agent !== '' && !VALUED.has(agent);
      if (named) ours = agent === '*' || isForRobots(agent, agentToken);
      if (ours) merged = mergeDirectives(merged, directives(named ? part.slice(colon + 1) : part));
    }
  }
  return merged;
}

/** `none` is both; unknown words mean nothing. Split at commas and white space: pages use both. */
export function directives(content: string): RobotsDirectives {
  const words = content
    .slice(0, MAX_DIRECTIVE_CHARACTERS)
    .toLowerCase()
    .split(/[\s,]+/);
  const none = words.includes('none');
  return { noindex: none || words.includes('noindex'), nofollow: none || words.includes('nofollow') };
}
