import { type ReactNode, useEffect, useState } from 'react';
import type { Execution } from '#api/client/schema.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  formatRate,
  formatUsd,
  plural,
} from '../../../text/format.ts';
import { isLive } from '../../../text/labels.ts';
import { Figures } from '../../../ui/panel.tsx';
import { Meter, Sparkline } from '../../../ui/sparkline.tsx';
import { countsOfOutcomes, StackedBar, withLive } from '../../../ui/stacked-bar.tsx';

/** Progress: pages, failures, limits and the page rate. */
export function Progress({ execution }: { readonly execution: Execution }): ReactNode {
  const { counts, live, limits } = execution;
  const { pages = null, budgetUsd = null } = limits;
  const parts = withLive(countsOfOutcomes(counts), live);
  const { failed, pending } = parts;
  const stored = execution.pages;
  const rates = useRates(execution);
  const ofPages = <LimitUsage value={stored} most={pages} shown={formatCount} what="pages" />;
  const ofBudget = <LimitUsage value={execution.costUsd} most={budgetUsd} shown={formatUsd} what="budget" />;
  return (
    <>
      <Figures
        items={[
          ['Pages stored', formatCount(stored), ofPages],
          ['URLs found', formatCount(counts.discovered), `${formatCount(pending)} pending`],
          ['Failed', formatCount(failed), share(failed, stored + failed)],
          ['Fetched', formatBytes(execution.bytes + live.bytes), savedOf(execution)],
          ['Pages per second', formatRate(execution.pagesPerSecond), `in ${formatDuration(execution.seconds)}`],
          ['Cost', formatUsd(execution.costUsd), ofBudget],
          ...collectionFigures(execution),
        ]}
      />
      <StackedBar parts={parts} />
      {isLive(execution.status) && <Rates values={rates} />}
    </>
  );
}

/** Figures of the pages that a tick of a collection took up. */
function collectionFigures({ collection }: Execution): [string, string, string][] {
  if (collection === null) return [];
  const { pages, due, gone, fresh, ageDays } = collection;
  return [
    ['Known addresses', formatCount(pages), `${formatCount(due)} due, ${formatCount(gone)} gone`],
    [
      'Fresh at its start',
      formatPercent(fresh, pages),
      ageDays === null ? 'an estimate' : `an estimate; ${ageDays.toFixed(1)} days out of date on average`,
    ],
  ];
}

const share = (part: number, all: number): string => (part === 0 ? 'none' : `${formatPercent(part, all)} of pages`);

function savedOf({ savedBytes, storedBytes, cutPages, limits: { pageBytes = 0 } }: Execution): string {
  const parts = [savedBytes === 0 ? 'uncompressed' : `${formatBytes(savedBytes)} had not changed`];
  if (storedBytes !== null) parts.push(`${formatBytes(storedBytes)} in the archive`);
  if (cutPages > 0) parts.push(`${plural(cutPages, 'page')} cut at ${formatBytes(pageBytes)}`);
  return parts.join('; ');
}

interface LimitUsageProps {
  readonly value: number;
  readonly most: number | null;
  readonly shown: (value: number) => string;
  readonly what: string;
}

function LimitUsage({ value, most, shown, what }: LimitUsageProps): ReactNode {
  if (most === null) return 'no limit';
  return (
    <>
      of at most {shown(most)}
      <Meter value={value} most={most} label={`Used share of the limit: ${what}`} />
    </>
  );
}

function Rates({ values }: { readonly values: readonly number[] }): ReactNode {
  const now = values.at(-1);
  return (
    <figure>
      <figcaption className="fine">
        Pages per second since you opened this view
        {now !== undefined && ` · now ${formatRate(now)}, at most ${formatRate(Math.max(...values))}`}
      </figcaption>
      <Sparkline values={values} label={`Pages per second since this view was opened; now ${formatRate(now ?? 0)}`} />
    </figure>
  );
}

const MAX_SAMPLES = 120;
const MIN_SAMPLE_INTERVAL_MS = 500;
/** A rate covers this many samples, because pages arrive in bursts. */
const SMOOTHING_SAMPLES = 5;

interface Sample {
  readonly at: number;
  readonly pages: number;
}

/** Pages per second, one value per poll. */
function useRates({ execution, pages, live, status }: Execution): readonly number[] {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const running = isLive(status);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one sample per response: each has a new `live` object, `pages` can stay the same
  useEffect(() => {
    if (!running) return;
    setSamples((before) => {
      const now = { at: performance.now(), pages };
      if (now.at - (before.at(-1)?.at ?? 0) < MIN_SAMPLE_INTERVAL_MS) return before;
      return [...before, now].slice(-MAX_SAMPLES);
    });
  }, [execution, live, running]);
  return samples.slice(1).map((now, i) => {
    const then = samples[Math.max(0, i + 1 - SMOOTHING_SAMPLES)] ?? now;
    return Math.max(0, ((now.pages - then.pages) * 1_000) / (now.at - then.at));
  });
}
