import type { CrashWeb } from '#test/kill/crash-bench.ts';

export interface PlacedKill {
  readonly web: CrashWeb;
  /** `<phase>@<n>` */
  readonly at: string;
}

/**
 * Which phases, and the how-manieth of each. Workers count by thread, so numbers are small enough
 * for four threads.
 */
const PLACES: Readonly<Record<CrashWeb, Readonly<Record<string, readonly number[]>>>> = {
  wide: {
    fetch: [1, 5, 12],
    'unit-begin:before': [1, 3],
    'unit-begin:after': [1, 3],
    'lease:before': [1, 3],
    'lease:after': [1, 3],
    'release:before': [1, 3],
    'release:after': [1, 3],
    'robots-pointer:before': [1],
    'robots-pointer:after': [1],
    'object-write:before': [2, 3, 5],
    'object-write:after': [2, 3, 4],
    'unit-end:before': [1, 2],
    'unit-end:after': [1, 2],
    'advance:acquired': [1, 3],
    'advance:objects': [1, 3],
    'advance:commit:before': [1, 3, 6],
    'advance:commit:after': [1, 3, 6],
    'projection:before': [1, 6],
    'projection:rows': [1, 3],
    'projection:after': [2, 6],
    'finish:before': [1],
    'finish:deleted': [1],
    'finish:published': [1],
  },
  deep: {
    fetch: [60, 120, 170],
    'object-write:before': [4, 6, 8],
    'object-write:after': [5, 6, 7],
    'unit-end:before': [3],
    'advance:commit:after': [4],
    'projection:rows': [3],
  },
  slow: { 'beat:before': [1], 'beat:after': [1] },
};

/** Every phase at which a process can be stopped, several times where it comes several times. */
export const PLACED_KILLS: readonly PlacedKill[] = Object.entries(PLACES).flatMap(([web, phases]) =>
  Object.entries(phases).flatMap(([phase, numbers]) =>
    numbers.map((n) => ({ web: web as CrashWeb, at: `${phase}@${n}` })),
  ),
);
