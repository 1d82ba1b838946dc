import { type ErrorCode, SurfError } from '#core/error.ts';
import type { BuildState } from '#engine/requested/requested-build.ts';

/** The words for a build in its errors. */
export interface BuildWords {
  /** The code while it is built. */
  readonly running: ErrorCode;
  /** Begins a sentence. */
  readonly what: string;
  /** @default made */
  readonly made?: 'built' | 'made';
  /** An imperative that has it built. @default ask */
  readonly ask?: string;
  /** The pages of which a thousand take about ten seconds. @default pages */
  readonly pages?: string;
}

/** The error that tells the state of a build. */
export function buildProblem(state: BuildState, words: BuildWords): SurfError {
  const { running, what, made = 'made', ask = 'ask', pages = 'pages' } = words;
  if (state.is === 'running')
    return new SurfError(running, `${what} is being ${made} since ${timeOf(state.since)}`, {
      remedy: `${ask} again in some seconds; a thousand ${pages} take about ten`,
      retryable: true,
    });
  const { failure, again } = state;
  const when = typeof again === 'number' ? `after ${timeOf(again)}` : again;
  const next = when === null ? [] : [`${ask} again ${when}, which has it ${made} again`];
  const remedies = [...(failure.remedy === null ? [] : [failure.remedy]), ...next];
  return new SurfError(failure.code, `${what} could not be ${made}: ${failure.message}`, {
    remedy: remedies.join('; or '),
  });
}

/** UTC, as logs have it. */
const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
