import { SURF } from '#bench/contenders.ts';
import type { Measurement } from '#bench/measurement.ts';

/** Of one contender: medians over its runs. */
export interface Medians {
  readonly name: string;
  readonly runs: number;
  readonly cpuPer1000: number;
  readonly pagesPerSecond: number;
  readonly peakMb: number;
  /** The worst of its runs. */
  readonly recall: number;
  /**
   * CPU per page of surf as a part of this one's: the median over the rounds, each compared within
   * itself. Null for surf.
   */
  readonly surfCpuRatio: number | null;
}

/**
 * Rounds are compared within themselves: a machine that slows down slows all of a round.
 * @param rounds one measurement of each contender
 */
export function summarize(rounds: readonly (readonly Measurement[])[]): Medians[] {
  const names = (rounds[0] ?? []).map(({ name }) => name);
  return names.map((name) => {
    const own = rounds.flatMap((round) => round.filter((run) => run.name === name));
    return {
      name,
      runs: own.length,
      cpuPer1000: median(own.map((run) => run.cpu_s_per_1000)),
      pagesPerSecond: median(own.map(({ pps }) => pps)),
      peakMb: median(own.map((run) => run.peak_rss_mb)),
      recall: Math.min(...own.map(({ recall }) => recall)),
      surfCpuRatio: name === SURF || !names.includes(SURF) ? null : cpuRatio(rounds, SURF, name),
    };
  });
}

/**
 * CPU per page of `one` as a part of `other`'s: the median over the rounds, each compared within
 * itself.
 */
export function cpuRatio(rounds: readonly (readonly Measurement[])[], one: string, other: string): number {
  const cpuOf = (round: readonly Measurement[], name: string): number[] =>
    round.filter((run) => run.name === name).map((run) => run.cpu_s_per_1000);
  const ratios = rounds.flatMap((round) => {
    const [own, its] = [...cpuOf(round, one), ...cpuOf(round, other)];
    return own === undefined || its === undefined ? [] : [own / its];
  });
  return median(ratios);
}

/** The middle one, or the mean of the two in the middle; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** A table for the terminal. */
export function tableOf(medians: readonly Medians[], rounds: readonly (readonly Measurement[])[]): string[] {
  const cells = medians.map(({ name, cpuPer1000, pagesPerSecond, peakMb, recall, surfCpuRatio }) => {
    const runs = rounds.flatMap((round) => round.filter((run) => run.name === name));
    const each = runs.map((run) => run.cpu_s_per_1000.toFixed(2)).join(' ');
    const ratio = surfCpuRatio === null ? '' : surfCpuRatio.toFixed(3);
    return [name, cpuPer1000.toFixed(3), each, pagesPerSecond.toFixed(0), String(peakMb), String(recall), ratio];
  });
  const head = ['', 'CPU s / 1,000 pages', 'each run', 'pages/s', 'peak MB', 'recall', 'surf / this'];
  const rows = [head, ...cells];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
