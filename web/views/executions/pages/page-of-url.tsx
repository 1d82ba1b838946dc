import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import { Link } from '../../../browser/router.tsx';
import { useQuery } from '../../../query/use-query.ts';
import { EmptyState } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { LiveLink } from './live-link.tsx';
import { PageViewer } from './page-viewer.tsx';

interface PageOfUrlProps {
  readonly id: string;
  readonly url: string;
  readonly part: string;
  readonly mode: string;
}

/** Console path of the archived page of a URL. The view finds the page's key. */
export const placeOfUrl = (id: string, url: string): string => `executions/${id}/pages?url=${encodeURIComponent(url)}`;

/**
 * The archived page of a URL, for views that have no key: a key depends on the rules of the
 * workflow, which the server knows.
 */
export function PageOfUrl({ id, url, part, mode }: PageOfUrlProps): ReactNode {
  const result = useQuery(
    async (client) =>
      answered(await client.GET('/v1/executions/{id}/explain', { params: { path: { id }, query: { url } } })),
    { key: `page of ${id} ${url}` },
  );
  const { value } = result;
  if (value !== null && value.archived !== null && value.key !== null)
    return <PageViewer id={id} pageKey={value.key} part={part} mode={mode} />;
  return (
    <Panel title="Archived page">
      <QueryView result={result}>
        {() => (
          <EmptyState title="This execution has no archived page of this URL.">
            <p className="address">
              <UntrustedText text={url} />
            </p>
            <p>Sitemaps, redirects and URLs that were not fetched have none.</p>
            <p className="row">
              <Link to={`executions/${id}/explain?url=${encodeURIComponent(url)}`}>Why is it missing?</Link>
              <LiveLink url={url} />
            </p>
          </EmptyState>
        )}
      </QueryView>
    </Panel>
  );
}
