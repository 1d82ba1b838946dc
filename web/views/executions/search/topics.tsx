import { type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { Topic } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { usePolling } from '../../../query/use-polling.ts';
import { useQuery } from '../../../query/use-query.ts';
import { formatCount, plural } from '../../../text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, Hint, Loading } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';

/** Number of a topic's words in its search. */
const ASKED_WORDS = 3;

/** Topics of the pages, computed on request, because they first take as long as a search. */
export function Topics({ id }: { readonly id: string }): ReactNode {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <TopicList id={id} />;
  return (
    <Panel title="Topics" aside={<Button onClick={() => setWanted(true)}>Group pages by topic</Button>}>
      <Hint>Groups of pages that share keywords, made from the same index.</Hint>
    </Panel>
  );
}

function TopicList({ id }: { readonly id: string }): ReactNode {
  const result = useQuery(
    async (client) => answered(await client.GET('/v1/executions/{id}/topics', { params: { path: { id } } })),
    { key: `topics ${id}` },
  );
  if (usePolling(result)) return <Loading rows={8} />;
  return (
    <QueryView result={result} rows={8}>
      {({ topics, read, indexed, without }) => (
        <Panel title={plural(topics.length, 'topic')}>
          {read < indexed && (
            <Hint tone="warn">
              Made from {formatCount(read)} of {formatCount(indexed)} pages.
            </Hint>
          )}
          {topics.length === 0 && <EmptyState title="No keywords are shared by several pages." />}
          <ol className="found">
            {topics.map((topic) => (
              <TopicItem key={topic.words.join(' ')} id={id} topic={topic} />
            ))}
          </ol>
          {without > 0 && <p className="fine">{plural(without, 'page')} with other keywords, or none.</p>}
        </Panel>
      )}
    </QueryView>
  );
}

function TopicItem({ id, topic }: { readonly id: string; readonly topic: Topic }): ReactNode {
  const { words, pages, examples } = topic;
  const asked = encodeURIComponent(words.slice(0, ASKED_WORDS).join(' '));
  return (
    <li>
      <Link to={`executions/${id}/search?q=${asked}`}>
        <UntrustedText text={words.join(', ')} maxLength={250} />
      </Link>{' '}
      {plural(pages, 'page')}
      <p className="breakable">
        {examples.map(({ key, execution, url, title }, i) => (
          <span key={key}>
            {i > 0 && ' · '}
            <Link to={`executions/${execution}/pages/${key}`}>
              <UntrustedText text={title === '' ? url : title} maxLength={160} />
            </Link>
          </span>
        ))}
      </p>
    </li>
  );
}
