/** A rule of the project, and a break of it that a test must notice. */
export interface Mutation {
  /** In the words of design.md and semantics.md; unique. */
  readonly rule: string;
  /** What the break makes of it. */
  readonly broken: string;
  /** Source file, from the root of the checkout. */
  readonly file: string;
  /** Occurs in the file exactly once: a break that is out of date is an error, not a pass. */
  readonly find: string;
  readonly replace: string;
  /** Test files, of which one test must fail. */
  readonly tests: readonly string[];
}

/**
 * The source with the break in it.
 * @throws Error when `find` does not occur exactly once, or nothing would change
 */
export function mutated(source: string, { rule, file, find, replace }: Mutation): string {
  const times = source.split(find).length - 1;
  if (times !== 1)
    throw new Error(`“${rule}” is out of date: what it replaces occurs in ${file} ${times} times, not once`);
  if (find === replace) throw new Error(`“${rule}” changes nothing in ${file}`);
  return source.replace(find, () => replace);
}
