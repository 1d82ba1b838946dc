import { type FormEvent, type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { FoundPage, SearchAnswer } from '#api/client/schema.ts';
import { Link, navigate } from '../../../browser/router.tsx';
import { usePolling } from '../../../query/use-polling.ts';
import { useQuery } from '../../../query/use-query.ts';
import { formatBytes, formatCount, formatDate, plural } from '../../../text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { EmptyState, Hint, Loading } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { Topics } from './topics.tsx';

const RESULTS = 20;
/** Largest offset, the same as in the API. */
const MOST_OFFSET = 1_000;
const SHOWN_VALUES = 6;

interface SearchProps {
  readonly id: string;
  /** `q`, and `from`: the number of results to skip. */
  readonly query: URLSearchParams;
}

const placeOf = (id: string, q: string, from = 0): string =>
  `executions/${id}/search?q=${encodeURIComponent(q)}${from === 0 ? '' : `&from=${from}`}`;

/** Searches the pages of an ended execution by words. */
export function Search({ id, query }: SearchProps): ReactNode {
  const q = query.get('q') ?? '';
  const from = Math.min(MOST_OFFSET, Math.max(0, Math.floor(Number(query.get('from') ?? 0)) || 0));
  const [text, setText] = useState(q);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    navigate(placeOf(id, text.trim()));
  };
  return (
    <>
      <form className="filters" onSubmit={submit}>
        <div className="grow">
          <TextField
            label="Words"
            value={text}
            maxLength={400}
            onChange={(event) => setText(event.target.value)}
            placeholder={'"rate limit" -draft site:docs.example.org'}
          />
        </div>
        <Button type="submit" kind="primary" disabled={text.trim() === ''}>
          Search
        </Button>
      </form>
      {q === '' ? (
        <>
          <Hint>
            Words, "phrases" and -words; title:, site:, type: and lang: narrow the search, and changed:&lt;7d or
            changed:&gt;30d in a collection. The first search of an execution builds its index, which reads every page.
          </Hint>
          <Topics id={id} />
        </>
      ) : (
        <Answer id={id} q={q} from={from} />
      )}
    </>
  );
}

interface AnswerProps {
  readonly id: string;
  readonly q: string;
  readonly from: number;
}

function Answer({ id, q, from }: AnswerProps): ReactNode {
  const result = useQuery(
    async (client) => {
      const params = { path: { id }, query: { q, limit: RESULTS, offset: from } };
      return answered(await client.GET('/v1/executions/{id}/search', { params }));
    },
    { key: `search ${id} ${from} ${q}` },
  );
  if (usePolling(result)) {
    return (
      <>
        <Hint>The deployment builds the index of this execution, which reads every page. The result appears here.</Hint>
        <Loading rows={8} />
      </>
    );
  }
  return (
    <QueryView result={result} rows={8}>
      {(answer) => (
        <>
          <Panel title={titleOf(answer)} aside={<Pages id={id} q={q} from={from} total={answer.total} />}>
            {answer.match === 'any' && answer.total > 0 && (
              <Hint>Fewer than ten pages have every word, so these have at least one.</Hint>
            )}
            {!answer.complete && <Hint tone="warn">The index does not have all pages.</Hint>}
            {answer.results.length === 0 ? (
              <EmptyState title="No page has these words." />
            ) : (
              <ol className="found" start={from + 1}>
                {answer.results.map((page) => (
                  <Found key={page.key} id={id} page={page} />
                ))}
              </ol>
            )}
          </Panel>
          <Facets id={id} q={q} facets={answer.facets} />
        </>
      )}
    </QueryView>
  );
}

const titleOf = ({ total, indexed }: SearchAnswer): string =>
  `${formatCount(total)} of ${formatCount(indexed)} ${indexed === 1 ? 'page' : 'pages'}`;

function Pages({ id, q, from, total }: AnswerProps & { readonly total: number }): ReactNode {
  const next = from + RESULTS;
  return (
    <span className="row">
      {from > 0 && <Link to={placeOf(id, q, Math.max(0, from - RESULTS))}>Better results</Link>}
      {next < total && next <= MOST_OFFSET && <Link to={placeOf(id, q, next)}>More results</Link>}
    </span>
  );
}

function Found({ id, page }: { readonly id: string; readonly page: FoundPage }): ReactNode {
  const { key, url, title, language, bytes, inlinks, changes, snippet } = page;
  const facts = [
    ...(bytes === null ? [] : [formatBytes(bytes)]),
    ...(language === null ? [] : [language]),
    ...(inlinks === 0 ? [] : [`linked by ${formatCount(inlinks)} ${inlinks === 1 ? 'page' : 'pages'}`]),
    ...(changes === null ? [] : [changesIn(changes)]),
  ];
  return (
    <li>
      <Link to={`executions/${page.execution}/pages/${key}`}>
        <UntrustedText text={title === '' ? url : title} maxLength={160} />
      </Link>
      <div className="fine breakable">
        <UntrustedText text={url} maxLength={200} />
        {facts.length > 0 && ` · ${facts.join(' · ')}`} ·{' '}
        <Link to={`executions/${id}/explain?url=${encodeURIComponent(url)}`}>History</Link>
      </div>
      <Marked snippet={snippet} />
    </li>
  );
}

function changesIn({ visits, changed, changedAt }: NonNullable<FoundPage['changes']>): string {
  const since = formatDate(changedAt);
  return changed === 0
    ? `unchanged since ${since}, ${plural(visits, 'visit')}`
    : `changed ${plural(changed, 'time')} in ${plural(visits, 'visit')}, last ${since}`;
}

/** The snippet with marked parts. It stays text: no part of it becomes markup. */
function Marked({ snippet: { text, marks } }: Pick<FoundPage, 'snippet'>): ReactNode {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    if (start > at) parts.push(<UntrustedText key={`t${at}`} text={text.slice(at, start)} maxLength={1_000} />);
    parts.push(
      <mark key={`m${start}`}>
        <UntrustedText text={text.slice(start, end)} maxLength={1_000} />
      </mark>,
    );
    at = end;
  }
  if (at < text.length) parts.push(<UntrustedText key={`t${at}`} text={text.slice(at)} maxLength={1_000} />);
  return <p className="breakable">{parts}</p>;
}

const FIELDS = [
  ['host', 'site', 'Hosts'],
  ['type', 'type', 'Types'],
  ['language', 'lang', 'Languages'],
] as const;

/** Counts by value; a click narrows the search. */
function Facets({ id, q, facets }: Omit<AnswerProps, 'from'> & Pick<SearchAnswer, 'facets'>): ReactNode {
  const shown = FIELDS.filter(([facet]) => facets[facet].length > 1);
  if (shown.length === 0) return null;
  return (
    <Panel title="Narrow down">
      {shown.map(([facet, field, words]) => (
        <p key={facet}>
          {words}:{' '}
          {facets[facet].slice(0, SHOWN_VALUES).map(({ value, pages }) => (
            <span key={value}>
              <Link to={placeOf(id, `${q} ${field}:${value}`)}>
                <UntrustedText text={value} maxLength={80} />
              </Link>{' '}
              {formatCount(pages)}{' '}
            </span>
          ))}
        </p>
      ))}
    </Panel>
  );
}
