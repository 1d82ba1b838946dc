import type { HostFetcherParts, HostWait } from '#engine/crawl-unit/hosts/host-fetcher-parts.ts';
import type { Job } from '#engine/crawl-unit/jobs/job.ts';

/** A job's wait that does not depend on its host: back-off, hours, rate; null: none. */
export function waitOfUnit(
  { clock, hours, rate }: Pick<HostFetcherParts, 'clock' | 'hours' | 'rate'>,
  job: Job,
  now: number,
): HostWait | null {
  if (job.notBefore > now) return { at: job.notBefore, reason: job.reason, cause: job.cause };
  const epoch = clock.now();
  if (!hours.isOpen(epoch)) return { at: now + hours.opensAt(epoch) - epoch, reason: 'window', cause: hours.cause };
  const at = rate?.readyAt(epoch) ?? now;
  return at > now && rate !== null ? { at, reason: 'rate', cause: rate.cause(epoch) } : null;
}
