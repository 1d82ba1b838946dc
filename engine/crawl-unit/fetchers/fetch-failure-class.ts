import type { FetchFailure, FetchResult } from '#core/fetch/fetcher.ts';
import type { DeferReason, FailReason } from '#core/model/outcome.ts';

/** The host itself could not be reached. */
export type ConnectionFailure = FetchFailure & { readonly reason: 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' };

export const isConnectionLevel = (failure: FetchFailure): failure is ConnectionFailure =>
  !['protocol', 'internal', 'blocked-address', 'no-room', 'proxy'].includes(failure.reason);

/**
 * Code of a failure that does not count as a try (`isNoTry`), and the reason why its task waits.
 */
export function noTryOf({ reason, fault }: FetchFailure): readonly [code: FailReason, again: DeferReason] {
  if (reason === 'no-room') return ['no-room', 'room'];
  if (fault !== 'network') return ['proxy', 'proxy-gone'];
  return [reason === 'dns' || reason === 'timeout' ? reason : 'connect', 'network-gone'];
}

/** Failure of a request that the unit's end cut after it had had ample time. */
export const tooSlow = (result: FetchResult): FetchFailure =>
  timeout('not complete within the time of its unit', result);

/** Failure of a request whose connection was ready only after the lease had ended. */
export const neverSent = (result: FetchResult): FetchFailure =>
  timeout('connecting took longer than the lease lasted', result);

const timeout = (message: string, { startedAt, endedAt }: FetchResult): FetchFailure => ({
  ok: false,
  reason: 'timeout',
  message,
  startedAt,
  endedAt,
});
