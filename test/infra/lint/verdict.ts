/** What linters found in the template, beside the exceptions that are explained. */
export interface LintVerdict {
  /** Findings of each rule. */
  readonly counts: ReadonlyMap<string, number>;
  /** Rules that fail without a reason. */
  readonly unexplained: readonly string[];
  /** Rules that have a reason, and hold. */
  readonly unused: readonly string[];
}

type Exceptions = Readonly<Record<string, string>>;

/** @param found the rule of each finding */
export function verdictOf(found: readonly string[], exceptions: Exceptions): LintVerdict {
  const counts = new Map<string, number>();
  for (const rule of [...found].sort()) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return {
    counts,
    unexplained: [...counts.keys()].filter((rule) => exceptions[rule] === undefined),
    unused: Object.keys(exceptions).filter((rule) => !counts.has(rule)),
  };
}

/** The page that the run writes. */
export function lintPage({ counts }: LintVerdict, exceptions: Exceptions): string {
  const rows = [...counts].map(
    ([rule, count]) => `| ${rule} | ${count} | ${exceptions[rule] ?? '**no reason is given**'} |`,
  );
  return `# Template lint

Made by \`npm run lint:template\`; do not edit. cfn-lint and checkov read the synthesized template, with and without a region. Each rule that fails has its reason here
(test/infra/lint/exceptions.ts). cdk-nag runs in every synthesis and stops it.

| rule | findings | why |
| --- | ---: | --- |
${rows.join('\n')}
`;
}
