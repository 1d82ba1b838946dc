/** Which of the registers that an execution left. */
export interface RegisterHead {
  readonly key: string;
  /** The wave that ended the execution, and how often answers were merged since. */
  readonly wave: number;
  readonly checks: number;
}

/** Of the keys of registers: objects of links have a longer name. */
const HEAD = /\/external\/(\d+)(?:\.(\d+))?\.json$/;

/** The registers among the keys of an execution's register, the one that counts last. */
export function registerHeadsIn(keys: readonly string[]): RegisterHead[] {
  const heads = keys.flatMap((key): RegisterHead[] => {
    const [, wave, checks = '0'] = HEAD.exec(key) ?? [];
    return wave === undefined ? [] : [{ key, wave: Number(wave), checks: Number(checks) }];
  });
  return heads.sort((x, y) => x.wave - y.wave || x.checks - y.checks);
}
