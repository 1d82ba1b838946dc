/** The sources of a release. */
export interface Origin {
  readonly version: string;
  /** Git's name of the commit. */
  readonly commit: string;
  /** Is everything committed? */
  readonly clean: boolean;
  /** Of the commit. */
  readonly tags: readonly string[];
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
  /** SHA-256 of package-lock.json, hex. */
  readonly lock: string;
  /** Versions of the tools: `node 24.21.0`. */
  readonly tools: readonly string[];
}

/**
 * What the changelog says about a version; about `Unreleased` while it does not name the version;
 * empty without either.
 */
export function changesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const titled = (name: string): string | undefined => sections.find((each) => each.startsWith(`[${name}]`));
  const section = titled(version) ?? titled('Unreleased') ?? '';
  return section.slice(section.indexOf('\n') + 1).trim();
}

/** Why a version must not be published yet; empty when it may be. */
export function obstacles({ version, clean, tags, changelog }: Origin): string[] {
  const found: string[] = [];
  if (!clean) found.push('there are changes that are not committed');
  if (!tags.includes(`v${version}`)) found.push(`the commit has no tag v${version}`);
  if (!changelog.includes(`\n## [${version}]`)) found.push(`CHANGELOG.md has no section [${version}]`);
  return found;
}

/** Markdown with the origin of a release, how to check it, and its changes. */
export function releaseNotes(origin: Origin, sums: readonly string[]): string {
  const { version, commit, clean, lock, tools, changelog } = origin;
  return [
    `# Surf ${version}`,
    '',
    `- commit ${commit}${clean ? '' : ', with changes that are not committed: not a release'}`,
    `- package-lock.json sha256 ${lock}`,
    `- made by \`npm run release\` with ${tools.join(', ')}`,
    '- to make the same files: check out the commit, then `npm ci && npm run release`',
    '- to check these files: `sha256sum --check SHA256SUMS`; what is in each bundle: `*.cdx.json`',
    '',
    '```',
    ...sums,
    '```',
    '',
    '## Changes',
    '',
    changesOf(changelog, version),
    '',
  ].join('\n');
}
