import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { ExecutionItem } from '#api/client/schema.ts';
import { useAnswer } from '../answer.ts';
import { isLive } from '../meaning.ts';
import { bytes, count, usd } from '../quantity.ts';
import { Link } from '../router.tsx';
import { Empty } from '../ui/notice.tsx';
import { Figures, PageHead, Panel } from '../ui/panel.tsx';
import { Resource } from '../ui/resource.tsx';
import { CrawlForm } from './crawl-form.tsx';
import { ExecutionTable } from './execution-table.tsx';

const LOOKED_AT = 100;
const RECENT = 8;
const POLL_MS = 2_000;
const IDLE_MS = 15_000;

/** What runs, what came out last, what it took; before the first crawl: the way there. */
export function Home(): ReactNode {
  const answer = useAnswer(
    async (client) => answered(await client.GET('/v1/executions', { params: { query: { limit: LOOKED_AT } } })).items,
    { key: 'home', pollMs: (items) => (items.some(({ status }) => isLive(status)) ? POLL_MS : IDLE_MS) },
  );
  return (
    <Resource answer={answer}>{(items) => (items.length === 0 ? <FirstCrawl /> : <Overview items={items} />)}</Resource>
  );
}

function FirstCrawl(): ReactNode {
  return (
    <>
      <PageHead
        title="Crawl your first site"
        lead="Give an address. Surf visits the site politely, keeps every page as it came, and can tell for every address what became of it, and why."
      />
      <div className="columns main-and-aside">
        <Panel title="Where should it start?">
          <CrawlForm />
        </Panel>
        <Panel title="What happens next">
          <ol className="steps">
            <li>
              <span className="strong">Watch it</span> level by level: what was stored, what failed, which hosts it
              waits for, what it costs.
            </li>
            <li>
              <span className="strong">Read what came out.</span> Every page is a record, here or as CSV, JSON lines or
              WARC.
            </li>
            <li>
              <span className="strong">Ask why</span> any address is in the crawl, or is not.
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
            {items.length < LOOKED_AT ? 'all executions' : `the last ${LOOKED_AT} executions`}
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
          <Empty title="Nothing has ended yet." />
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
        ['Executions', count(items.length)],
        ['Pages stored', count(total(({ pages }) => pages))],
        ['Addresses found', count(total(({ counts }) => counts.discovered))],
        ['Fetched', bytes(total((item) => item.bytes + item.live.bytes))],
        ['Cost, at list prices', usd(total(({ costUsd }) => costUsd))],
      ]}
    />
  );
}
