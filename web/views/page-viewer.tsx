import { type ReactNode, useEffect, useRef } from 'react';
import type { ArchivedHead } from '#api/client/schema.ts';
import { useAnswer } from '../answer.ts';
import { framed } from '../framed-html.ts';
import { at, bytes, count } from '../quantity.ts';
import { Link } from '../router.tsx';
import { useSession } from '../session.tsx';
import { Foreign } from '../ui/address.tsx';
import { Hint } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Resource } from '../ui/resource.tsx';
import { ScrollFrame } from '../ui/scroll-frame.tsx';
import { Tabs } from '../ui/tabs.tsx';

/** What is shown of a body; the rest is in the download. */
const MOST_CHARACTERS = 400_000;

const PARTS = [
  ['text', 'Text'],
  ['source', 'Source'],
  ['rendered', 'Rendered'],
  ['headers', 'Headers'],
] as const;

interface ViewerProps {
  readonly id: string;
  readonly pageKey: string;
  readonly part: string;
}

/** An archived answer. It is a stranger’s: shown as text, or in a frame that can do nothing. */
export function PageViewer({ id, pageKey, part }: ViewerProps): ReactNode {
  const { fetchRaw } = useSession();
  const base = `/v1/executions/${id}/pages/${encodeURIComponent(pageKey)}`;
  const place = (name: string): string => `executions/${id}/pages/${pageKey}?part=${name}`;
  const head = useAnswer(async () => (await (await fetchRaw(`${base}?part=headers`)).json()) as ArchivedHead, {
    key: `head ${base}`,
  });
  return (
    <Panel title="Archived page" aside={<Link to={`executions/${id}/records`}>All records</Link>}>
      <Resource answer={head}>
        {(answer) => (
          <>
            <p className="address strong">
              <Foreign text={answer.url} most={2_000} />
            </p>
            <p className="row fine">
              <span>
                {answer.status} <Foreign text={answer.statusText} most={60} />
              </span>
              <span>{at(answer.fetchedAt)}</span>
              <span>{bytes(answer.bytes)}</span>
              <span>{answer.charset}</span>
              <Link to={`executions/${id}/explain?url=${encodeURIComponent(answer.url)}`}>Why is it here?</Link>
            </p>
            <Tabs
              label="Parts of the answer"
              current={place(part)}
              items={PARTS.map(([name, words]) => [place(name), words] as const)}
            />
            {part === 'headers' ? <Headers head={answer} /> : <Body base={base} part={part} />}
          </>
        )}
      </Resource>
    </Panel>
  );
}

function Body({ base, part }: { readonly base: string; readonly part: string }): ReactNode {
  const { fetchRaw } = useSession();
  const wanted = part === 'text' ? 'text' : 'body';
  const body = useAnswer(async () => (await fetchRaw(`${base}?part=${wanted}`)).text(), { key: `${wanted} ${base}` });
  return (
    <Resource answer={body}>
      {(text) => {
        const shown = text.slice(0, MOST_CHARACTERS);
        return (
          <>
            {shown.length < text.length && (
              <Hint>
                The first {count(MOST_CHARACTERS)} characters of {count(text.length)}.
              </Hint>
            )}
            {part === 'rendered' ? <Rendered html={shown} /> : <Source text={shown} prose={part === 'text'} />}
          </>
        );
      }}
    </Resource>
  );
}

function Source({ text, prose }: { readonly text: string; readonly prose: boolean }): ReactNode {
  if (text.trim() === '') return <Hint>There is nothing to read in it.</Hint>;
  return (
    <ScrollFrame className="source-frame" label={prose ? 'Text of the page' : 'Source of the page'}>
      <pre className={prose ? 'source prose' : 'source'} dir="auto">
        {text}
      </pre>
    </ScrollFrame>
  );
}

/** An empty sandbox: own origin, no scripts, forms or pop-ups; our CSP, which it inherits, lets it load nothing. */
function Rendered({ html }: { readonly html: string }): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (frame.current !== null) frame.current.srcdoc = framed(html);
  }, [html]);
  return (
    <>
      <p className="fine">Without scripts, styles and images: nothing is loaded from anywhere.</p>
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice, value and all; an archived head never changes, so its lines never move
        <div key={i} className="header-line">
          <dt>
            <Foreign text={name} most={100} />
          </dt>
          <dd className="address">
            <Foreign text={value} most={2_000} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
