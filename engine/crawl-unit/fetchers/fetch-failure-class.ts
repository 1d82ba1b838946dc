import type { FetchFailure, FetchResult } from '#core/fetch/fetcher.ts';
import type { DeferReason, FailReason } from '#core/model/outcome.ts';

/** The host itself could not be reached. */
export type ConnectionFailure = FetchFailure & { readonly reason: 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' };

export const isConnectionLevel = (failure: FetchFailure): failure is ConnectionFailure =>
  !['protocol', 'internal', 'blocked-address', 'no-room', 'proxy'].includes(failure.reason);

/** What a failure is called that is not a try (`isNoTry`), and why its task comes again. */
export function noTryOf({ reason, fault }: FetchFailure): readonly [code: FailReason, again: DeferReason] {
  if (reason === 'no-room') return ['no-room', 'room'];
  if (fault !== 'network') return ['proxy', 'proxy-gone'];
  return [reason === 'dns' || reason === 'timeout' ? reason : 'connect', 'network-gone'];
}

/** A request that the unit's end cut after it had had much time. */
export const tooSlow = (result: FetchResult): FetchFailure =>
  timeout('not complete within the time of its unit', result);

/** Its connection came after the end of the lease. */
export const neverSent = (result: FetchResult): FetchFailure =>
  timeout('connecting took longer than the lease lasted', result);

const timeout = (message: string, { startedAt, endedAt }: FetchResult): FetchFailure => ({
  ok: false,
  reason: 'timeout',
  message,
  startedAt,
  endedAt,
});
