import type { ReactNode } from 'react';
import { Link } from '../../browser/router.tsx';
import { PageHead, Panel } from '../../ui/panel.tsx';
import { CrawlForm } from './crawl-form.tsx';

/** The short form: a URL and limits. */
export function NewCrawl(): ReactNode {
  return (
    <>
      <PageHead
        title="New crawl"
        lead={
          <>
            A URL and limits are enough. For patterns, sitemaps or values to extract,{' '}
            <Link to="workflows/new">write a workflow</Link>.
          </>
        }
      />
      <Panel title="Where should it start?">
        <CrawlForm />
      </Panel>
    </>
  );
}
