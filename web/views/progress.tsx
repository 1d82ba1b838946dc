import { type ReactNode, useEffect, useState } from 'react';
import type { Execution } from '#api/client/schema.ts';
import { isLive } from '../meaning.ts';
import { bytes, count, percent, rate, seconds, usd } from '../quantity.ts';
import { Figures } from '../ui/panel.tsx';
import { Meter, Sparkline } from '../ui/sparkline.tsx';
import { partsOf, Stacked, withLive } from '../ui/stacked.tsx';

/** How far it is: of what was found, of what it may take, and how fast. */
export function Progress({ execution }: { readonly execution: Execution }): ReactNode {
  const { counts, live, limits } = execution;
  const { pages = null, budgetUsd = null } = limits;
  const parts = withLive(partsOf(counts), live);
  const { failed, pending } = parts;
  const stored = execution.pages;
  const rates = useRates(execution);
  const ofPages = <OfLimit value={stored} most={pages} shown={count} what="pages" />;
  const ofBudget = <OfLimit value={execution.costUsd} most={budgetUsd} shown={usd} what="budget" />;
  return (
    <>
      <Figures
        items={[
          ['Pages stored', count(stored), ofPages],
          ['Addresses found', count(counts.discovered), `${count(pending)} still to do`],
          ['Failed', count(failed), share(failed, stored + failed)],
          ['Fetched', bytes(execution.bytes + live.bytes), savedOf(execution)],
          ['Pages a second', rate(execution.pagesPerSecond), `in ${seconds(execution.seconds)}`],
          ['Cost', usd(execution.costUsd), ofBudget],
        ]}
      />
      <Stacked parts={parts} />
      {isLive(execution.status) && <Rates values={rates} />}
    </>
  );
}

const share = (part: number, all: number): string => (part === 0 ? 'none' : `${percent(part, all)} of pages`);

const savedOf = ({ savedBytes }: Execution): string =>
  savedBytes === 0 ? 'uncompressed' : `${bytes(savedBytes)} had not changed`;

interface OfLimitProps {
  readonly value: number;
  readonly most: number | null;
  readonly shown: (value: number) => string;
  readonly what: string;
}

function OfLimit({ value, most, shown, what }: OfLimitProps): ReactNode {
  if (most === null) return 'no limit';
  return (
    <>
      of at most {shown(most)}
      <Meter value={value} most={most} label={`Used of the limit of ${what}`} />
    </>
  );
}

function Rates({ values }: { readonly values: readonly number[] }): ReactNode {
  const now = values.at(-1);
  return (
    <figure>
      <figcaption className="fine">
        Pages a second, since you opened this view
        {now !== undefined && ` · now ${rate(now)}, at most ${rate(Math.max(...values))}`}
      </figcaption>
      <Sparkline values={values} label={`Pages a second since this view was opened; now ${rate(now ?? 0)}`} />
    </figure>
  );
}

const MOST_SAMPLES = 120;
const CLOSEST_MS = 500;
/** Over so many looks a rate is taken: pages come in bursts. */
const SMOOTH = 5;

interface Sample {
  readonly at: number;
  readonly pages: number;
}

/** Pages a second, look by look. */
function useRates({ execution, pages, live, status }: Execution): readonly number[] {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const running = isLive(status);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one sample an answer, `live` is another object with each; by `pages` a crawl that stands still would have none
  useEffect(() => {
    if (!running) return;
    setSamples((before) => {
      const now = { at: performance.now(), pages };
      if (now.at - (before.at(-1)?.at ?? 0) < CLOSEST_MS) return before;
      return [...before, now].slice(-MOST_SAMPLES);
    });
  }, [execution, live, running]);
  return samples.slice(1).map((now, i) => {
    const then = samples[Math.max(0, i + 1 - SMOOTH)] ?? now;
    return Math.max(0, ((now.pages - then.pages) * 1_000) / (now.at - then.at));
  });
}
