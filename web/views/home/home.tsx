import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { ExecutionItem } from '#api/client/schema.ts';
import { Link } from '../../browser/router.tsx';
import { useQuery } from '../../query/use-query.ts';
import { formatBytes, formatCount, formatUsd } from '../../text/format.ts';
import { isLive } from '../../text/labels.ts';
import { EmptyState } from '../../ui/notice.tsx';
import { Figures, PageHead, Panel } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { ExecutionTable } from '../executions/execution-table.tsx';
import { CrawlForm } from './crawl-form.tsx';

const EXECUTION_LIMIT = 100;
const RECENT = 8;
const POLL_MS = 2_000;
const IDLE_MS = 15_000;

/** Running executions, recent results and usage; before the first crawl, the crawl form. */
export function Home(): ReactNode {
  const result = useQuery(
    async (client) =>
      answered(await client.GET('/v1/executions', { params: { query: { limit: EXECUTION_LIMIT } } })).items,
    { key: 'home', pollMs: (items) => (items.some(({ status }) => isLive(status)) ? POLL_MS : IDLE_MS) },
  );
  return (
    <QueryView result={result}>
      {(items) => (items.length === 0 ? <FirstCrawl /> : <Overview items={items} />)}
    </QueryView>
  );
}

function FirstCrawl(): ReactNode {
  return (
    <>
      <PageHead
        title="Crawl your first site"
        lead="Enter a URL. Surf crawls the site politely, archives every page, and explains the outcome of every URL."
      />
      <div className="columns main-and-aside">
        <Panel title="Where should it start?">
          <CrawlForm />
        </Panel>
        <Panel title="What happens next">
          <ol className="steps">
            <li>
              <span className="strong">Watch it</span> level by level: pages stored and failed, hosts that delay it, and
              the cost.
            </li>
            <li>
              <span className="strong">Read the results.</span> Every page is a record, here or as CSV, JSON lines or
              WARC.
            </li>
            <li>
              <span className="strong">Ask why</span> a URL is in the crawl or is missing.
            </li>
          </ol>
        </Panel>
      </div>
    </>
  );
}

function Overview({ items }: { readonly items: readonly ExecutionItem[] }): ReactNode {
  const live = items.filter(({ status }) => isLive(status) || status === 'paused');
  const ended = items.filter((item) => !live.includes(item));
  return (
    <>
      <PageHead title="Home" />
      <Panel
        title="Usage"
        aside={
          <span className="fine">
            {items.length < EXECUTION_LIMIT ? 'all executions' : `the last ${EXECUTION_LIMIT} executions`}
          </span>
        }
      >
        <Usage items={items} />
      </Panel>
      {live.length > 0 && (
        <Panel title="Running now" flush>
          <ExecutionTable caption="Running executions" items={live} />
        </Panel>
      )}
      <Panel title="Recent results" flush aside={<Link to="executions">All executions</Link>}>
        {ended.length === 0 ? (
          <EmptyState title="No execution has ended yet." />
        ) : (
          <ExecutionTable caption="Recent results" items={ended.slice(0, RECENT)} />
        )}
      </Panel>
    </>
  );
}

function Usage({ items }: { readonly items: readonly ExecutionItem[] }): ReactNode {
  const total = (of: (item: ExecutionItem) => number): number => items.reduce((sum, item) => sum + of(item), 0);
  return (
    <Figures
      items={[
        ['Executions', formatCount(items.length)],
        ['Pages stored', formatCount(total(({ pages }) => pages))],
        ['URLs found', formatCount(total(({ counts }) => counts.discovered))],
        ['Fetched', formatBytes(total((item) => item.bytes + item.live.bytes))],
        ['Cost, at list prices', formatUsd(total(({ costUsd }) => costUsd))],
      ]}
    />
  );
}
