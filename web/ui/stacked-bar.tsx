import type { ReactNode } from 'react';
import type { Counts, Execution, LevelCounts } from '#api/client/schema.ts';
import { sum } from '../text/labels.ts';

/** Numbers of URLs by outcome: the four colours of every chart. */
export interface OutcomeCounts {
  readonly stored: number;
  readonly failed: number;
  readonly other: number;
  readonly pending: number;
}

const LABELS = [
  ['stored', 'Stored'],
  ['failed', 'Failed'],
  ['other', 'Redirected, duplicate, skipped'],
  ['pending', 'Pending'],
] as const;

export const totalOf = ({ stored, failed, other, pending }: OutcomeCounts): number => stored + failed + other + pending;

export const countsOfLevel = (level: LevelCounts): OutcomeCounts => ({
  stored: level.stored + level.notModified + (level.kept ?? 0),
  failed: level.failed,
  other: level.duplicate + level.redirected + level.skipped,
  pending: level.pending,
});

export const countsOfOutcomes = (counts: Counts): OutcomeCounts => ({
  stored: counts.stored + counts.notModified + (counts.kept ?? 0),
  failed: sum(counts.failed),
  other: counts.duplicate + counts.redirected + sum(counts.skipped),
  pending: counts.pending,
});

/**
 * Adds the live figures, which the totals do not include until the current wave
 * (docs/reference/glossary.md) ends.
 */
export const withLive = (parts: OutcomeCounts, { stored, failed }: Execution['live']): OutcomeCounts => ({
  ...parts,
  stored: parts.stored + stored,
  failed: parts.failed + failed,
  pending: Math.max(0, parts.pending - stored - failed),
});

/**
 * A stacked bar. It is hidden from screen readers: show its figures beside it.
 *
 * @param share width of the bar, 0 to 1
 */
export function StackedBar({
  parts,
  share = 1,
}: {
  readonly parts: OutcomeCounts;
  readonly share?: number;
}): ReactNode {
  const total = Math.max(1, totalOf(parts));
  return (
    <div className="stacked" style={{ width: `${Math.max(share * 100, 0.5)}%` }} aria-hidden="true">
      {LABELS.filter(([part]) => parts[part] > 0).map(([part]) => (
        <span key={part} className={`fill-${part}`} style={{ width: `${(parts[part] / total) * 100}%` }} />
      ))}
    </div>
  );
}

export function Legend(): ReactNode {
  return (
    <ul className="legend">
      {LABELS.map(([part, words]) => (
        <li key={part}>
          <span className={`fill-${part}`} />
          {words}
        </li>
      ))}
    </ul>
  );
}
