import { hasEnded, isGivenUp } from '#core/execution/execution.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import { compareCounts, storedBytesAsIn } from '#engine/verify/checks/check-counts.ts';

/**
 * The execution row says what the log adds up to.
 * @param manifest key of the last one; null before the first commit
 */
export function checkExecution(audit: Audit, manifest: string | null): void {
  const { row, workflow, replay, differences } = audit;
  const say = (field: string, what: { expected: unknown; found: unknown }): void =>
    differences.compare('execution-row', `execution ${field}`, what);
  compareCounts(audit, 'execution', row.counts);
  say('bytes', { expected: replay.bytes, found: row.bytes });
  say('storedBytes', { expected: storedBytesAsIn(row, replay), found: row.storedBytes ?? null });
  say('frontier', { expected: manifest === null ? null : besideManifest(manifest), found: row.frontier });
  if (row.projected > row.wave) say('projected', { expected: `at most ${row.wave}`, found: row.projected });
  if (hasEnded(row.status) && !isGivenUp(row) && row.plan !== null) say('plan', { expected: null, found: row.plan });
  const pending = replay.tally.counts().pending + replay.unreadSitemaps();
  if (row.status === 'succeeded') say('status', { expected: 'nothing pending', found: words(pending) });
  const isWalking = workflow.order === 'sample' && replay.tally.pages() > 0 && replay.walks?.done !== true;
  if (row.status === 'succeeded' && isWalking) say('status', { expected: 'walks that are done', found: row.status });
  if (row.status === 'limited' && pending === 0)
    say('status', { expected: 'something pending', found: words(pending) });
}

const words = (pending: number): string => (pending === 0 ? 'nothing pending' : `${pending} pending`);

/** The frontier of a commit is beside its manifest. */
export const besideManifest = (manifest: string): string => manifest.replace(/manifest\.json$/, 'frontier.json');
