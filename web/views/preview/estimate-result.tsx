import type { ReactNode } from 'react';
import type { Estimate } from '#api/client/schema.ts';
import { formatBytes, formatCount, formatDuration, formatUsd, plural } from '../../text/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

type Range = Estimate['pages'];

/** The estimate of a crawl: a sentence, then each figure with its source. */
export function EstimateResult({ estimate }: { readonly estimate: Estimate }): ReactNode {
  const { summary, remedy, notes, sample, pageBytes, limitedBy } = estimate;
  return (
    <Panel title="Estimate">
      <p>
        <UntrustedText text={summary} maxLength={600} />
      </p>
      {remedy !== null && (
        <p className="fine">
          <UntrustedText text={remedy} maxLength={600} />
        </p>
      )}
      <dl className="facts">
        {sample.pages > 0 && <Figures estimate={estimate} />}
        {pageBytes !== null && (
          <>
            <dt>A page</dt>
            <dd>
              {formatBytes(pageBytes.median)} in the median, {formatBytes(pageBytes.p90)} at the 90th percentile
            </dd>
          </>
        )}
        {limitedBy !== null && (
          <>
            <dt>Limit</dt>
            <dd>
              {limitedBy.limit} ends it first{limitedBy.certain ? '' : ', if the site is large enough'}
            </dd>
          </>
        )}
        <dt>Sample</dt>
        <dd>
          {plural(sample.pages, 'page')} of {plural(sample.hosts, 'host')}, {plural(sample.sitemaps, 'sitemap file')},{' '}
          {plural(sample.requests, 'request')} in {formatDuration(sample.seconds)}
        </dd>
      </dl>
      {notes.map((note) => (
        <p key={note} className="fine">
          <UntrustedText text={note} maxLength={600} />
        </p>
      ))}
    </Panel>
  );
}

function Figures({ estimate }: { readonly estimate: Estimate }): ReactNode {
  const { pages, requests, bytes, storedBytes, seconds, costUsd } = estimate;
  return (
    <>
      <Figure name="Pages" range={pages} shown={formatCount} />
      <Figure name="Requests" range={requests} shown={formatCount} />
      <Figure name="Bytes" range={bytes} shown={formatBytes} />
      <Figure name="Stored" range={storedBytes} shown={formatBytes} />
      <Figure name="Time" range={seconds} shown={formatDuration} />
      {costUsd !== null && <Figure name="Cost" range={costUsd} shown={formatUsd} />}
    </>
  );
}

const SOURCES = { sitemap: 'the sitemap', limit: 'a limit', sample: 'the sample', unknown: 'unknown' } as const;

interface FigureProps {
  readonly name: string;
  readonly range: Range;
  readonly shown: (value: number) => string;
}

function Figure({ name, range: { low, lowFrom, high, highFrom }, shown }: FigureProps): ReactNode {
  const exact = high === low ? shown(low) : `${shown(low)} to ${shown(high ?? low)}`;
  const above = highFrom === 'unknown' ? 'unknown above' : `at most from ${SOURCES[highFrom]}`;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {high === null ? `at least ${shown(low)}` : exact}{' '}
        <span className="fine">
          {lowFrom === highFrom ? `from ${SOURCES[lowFrom]}` : `at least from ${SOURCES[lowFrom]}, ${above}`}
        </span>
      </dd>
    </>
  );
}
