/** Key of one of the registers that an execution left, and its place among them. */
export interface RegisterHead {
  readonly key: string;
  /** The wave that ended the execution, and the number of merges of answers since. */
  readonly wave: number;
  readonly checks: number;
}

/** Keys of registers: objects of links have a longer name. */
const HEAD = /\/external\/(\d+)(?:\.(\d+))?\.json$/;

/** The registers among the keys of an execution's register, the one that counts last. */
export function registerHeadsIn(keys: readonly string[]): RegisterHead[] {
  const heads = keys.flatMap((key): RegisterHead[] => {
    const [, wave, checks = '0'] = HEAD.exec(key) ?? [];
    return wave === undefined ? [] : [{ key, wave: Number(wave), checks: Number(checks) }];
  });
  return heads.sort((x, y) => x.wave - y.wave || x.checks - y.checks);
}
