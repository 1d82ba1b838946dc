import { Fragment, type ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { PageDifference } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { useQuery } from '../../../query/use-query.ts';
import { formatDateTime, plural } from '../../../text/format.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { EmptyState, Hint } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';

/** A stretch of text, and its offset within the difference, in characters. */
type Part = PageDifference['hunks'][number]['parts'][number] & { readonly at: number };

/** Console path of the word differences of a page since an earlier execution. */
export const differencePlace = (id: string, { url, since }: { readonly url: string; readonly since: string }): string =>
  `executions/${id}/difference?since=${encodeURIComponent(since)}&url=${encodeURIComponent(url)}`;

/** Two versions of a page's text, side by side, or one below the other in a narrow window. */
export function Difference({ id, query }: { readonly id: string; readonly query: URLSearchParams }): ReactNode {
  const [url, since] = [query.get('url') ?? '', query.get('since') ?? ''];
  const result = useQuery(
    async (client) =>
      answered(await client.GET('/v1/executions/{id}/difference', { params: { path: { id }, query: { url, since } } })),
    { key: `difference ${id} ${since} ${url}` },
  );
  return (
    <QueryView result={result} rows={8}>
      {(difference) => <Compared difference={difference} />}
    </QueryView>
  );
}

function Compared({ difference }: { readonly difference: PageDifference }): ReactNode {
  const { url, before, after, removed, added, cut, hunks } = difference;
  return (
    <Panel title="Words that changed">
      <div className="difference-head">
        <Link to={`executions/${after.execution}/explain?url=${encodeURIComponent(url)}`} className="address">
          <UntrustedText text={url} />
        </Link>
        <div>
          {plural(removed, 'word')} removed, {plural(added, 'word')} added
        </div>
      </div>
      {hunks.length === 0 ? (
        <EmptyState title="The main text is the same." />
      ) : (
        <div className="difference">
          <VersionHead words="Before" version={before} />
          <VersionHead words="After" version={after} />
          {placed(hunks).map(({ at, parts }) => (
            <Fragment key={at}>
              <Side parts={parts} without="added" words="Before" />
              <Side parts={parts} without="removed" words="After" />
            </Fragment>
          ))}
        </div>
      )}
      {cut && <Hint>The rest is left out: the difference is longer than 256 Ki characters.</Hint>}
    </Panel>
  );
}

function VersionHead({
  words,
  version,
}: {
  readonly words: string;
  readonly version: PageDifference['before'];
}): ReactNode {
  const { execution, key, fetchedAt } = version;
  return (
    <div className="difference-side head">
      {words}: <Link to={`executions/${execution}/pages/${key}`}>{formatDateTime(fetchedAt)}</Link>
    </div>
  );
}

function placed(hunks: PageDifference['hunks']): readonly { readonly at: number; readonly parts: readonly Part[] }[] {
  let at = 0;
  return hunks.map(({ parts }) => {
    const start = at;
    const withPlaces = parts.map((part) => {
      const place = at;
      at += part.text.length;
      return { ...part, at: place };
    });
    return { at: start, parts: withPlaces };
  });
}

interface SideProps {
  readonly parts: readonly Part[];
  readonly without: Part['is'];
  readonly words: string;
}

/** One version of a hunk. It is untrusted, and shown only as text. */
function Side({ parts, without, words }: SideProps): ReactNode {
  const shown = parts.filter(({ is }) => is !== without);
  return (
    <bdi className="difference-side untrusted">
      <span className="side-name">{words}</span>
      {shown.map(({ at, is, text }) => {
        const visible = text.split('\n').map(visibleText).join('\n');
        if (is === 'same') return <span key={at}>{visible}</span>;
        return is === 'removed' ? <del key={at}>{visible}</del> : <ins key={at}>{visible}</ins>;
      })}
    </bdi>
  );
}
