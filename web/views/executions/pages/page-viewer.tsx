import { type ReactNode, useEffect, useRef } from 'react';
import type { ArchivedHead } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { sandboxedHtml } from '../../../browser/sandboxed-html.ts';
import { useQuery } from '../../../query/use-query.ts';
import { useSession } from '../../../session/session.tsx';
import { formatBytes, formatDateTime } from '../../../text/format.ts';
import { NoSuchValue } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { LiveLink } from './live-link.tsx';
import { PageFactsView } from './page-facts.tsx';
import { PageMarkdown } from './page-markdown.tsx';
import { CutHint, MAX_CHARACTERS, PageText } from './page-text.tsx';

const PARTS = [
  ['text', 'Text'],
  ['markdown', 'Markdown'],
  ['facts', 'Facts'],
  ['source', 'Source'],
  ['rendered', 'Rendered'],
  ['headers', 'Headers'],
] as const;

interface ViewerProps {
  readonly id: string;
  readonly pageKey: string;
  readonly part: string;
  /** How much of the page its Markdown has. */
  readonly mode: string;
}

/**
 * An archived response. It is untrusted: shown as text, or in a sandboxed frame without scripts.
 */
export function PageViewer({ id, pageKey, part, mode }: ViewerProps): ReactNode {
  const { fetchRaw } = useSession();
  const base = `/v1/executions/${id}/pages/${encodeURIComponent(pageKey)}`;
  const place = (name: string): string => `executions/${id}/pages/${pageKey}?part=${name}`;
  const head = useQuery(async () => (await (await fetchRaw(`${base}?part=headers`)).json()) as ArchivedHead, {
    key: `head ${base}`,
  });
  return (
    <Panel title="Archived page" aside={<Link to={`executions/${id}/records`}>All records</Link>}>
      <QueryView result={head}>
        {(answer) => (
          <>
            <p className="address strong">
              <UntrustedText text={answer.url} maxLength={2_000} />
            </p>
            <p className="row fine">
              <span>
                {answer.status} <UntrustedText text={answer.statusText} maxLength={60} />
              </span>
              <span>{formatDateTime(answer.fetchedAt)}</span>
              <span>{formatBytes(answer.bytes)}</span>
              <span>{answer.charset}</span>
              <Link to={`executions/${id}/explain?url=${encodeURIComponent(answer.url)}`}>Why is it here?</Link>
              <LiveLink url={answer.url} />
            </p>
            <Tabs
              label="Parts of the response"
              current={place(part)}
              items={PARTS.map(([name, words]) => [place(name), words] as const)}
            />
            <Part base={base} part={part} mode={mode} pageKey={pageKey} head={answer} place={place} />
          </>
        )}
      </QueryView>
    </Panel>
  );
}

interface PartProps {
  /** Path of the page in the API. */
  readonly base: string;
  readonly pageKey: string;
  readonly part: string;
  readonly mode: string;
  readonly head: ArchivedHead;
  /** Console path of a part. */
  readonly place: (part: string) => string;
}

function Part({ base, pageKey, part, mode, head, place }: PartProps): ReactNode {
  if (part === 'headers') return <Headers head={head} />;
  if (part === 'markdown') return <PageMarkdown base={base} place={place(part)} name={pageKey} mode={mode} />;
  if (part === 'facts') return <PageFactsView base={base} />;
  if (part === 'text' || part === 'source' || part === 'rendered') return <Body base={base} part={part} />;
  return <NoSuchValue what="part" value={part} known={PARTS.map(([name]) => [name, place(name)])} />;
}

interface BodyProps extends Pick<PartProps, 'base'> {
  readonly part: 'text' | 'source' | 'rendered';
}

function Body({ base, part }: BodyProps): ReactNode {
  const { fetchRaw } = useSession();
  const wanted = part === 'text' ? 'text' : 'body';
  const body = useQuery(async () => (await fetchRaw(`${base}?part=${wanted}`)).text(), { key: `${wanted} ${base}` });
  return (
    <QueryView result={body}>
      {(text) => {
        const shown = text.slice(0, MAX_CHARACTERS);
        return (
          <>
            <CutHint characters={text.length} />
            {part === 'rendered' && <Rendered html={shown} />}
            {part === 'source' && <PageText text={shown} label="Source of the page" />}
            {part === 'text' && <PageText text={shown} label="Text of the page" prose />}
          </>
        );
      }}
    </QueryView>
  );
}

/**
 * The empty `sandbox` forbids scripts, forms and pop-ups and gives an opaque origin. The inherited
 * CSP blocks every load.
 */
function Rendered({ html }: { readonly html: string }): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (frame.current !== null) frame.current.srcdoc = sandboxedHtml(html);
  }, [html]);
  return (
    <>
      <p className="fine">Shown without scripts, styles and images. The frame loads nothing.</p>
      <iframe
        ref={frame}
        className="rendered"
        title="The archived page, without scripts, styles and images"
        sandbox=""
        referrerPolicy="no-referrer"
      />
    </>
  );
}

function Headers({ head }: { readonly head: ArchivedHead }): ReactNode {
  return (
    <dl className="facts">
      {head.headers.map(({ name, value }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header can repeat with the same value; archived headers never change
        <div key={i} className="header-line">
          <dt>
            <UntrustedText text={name} maxLength={100} />
          </dt>
          <dd className="address">
            <UntrustedText text={value} maxLength={2_000} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
