import { type ReactNode, useState } from 'react';
import { navigate } from '../../../browser/router.tsx';
import { useQuery } from '../../../query/use-query.ts';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Download } from '../../../ui/download.tsx';
import { Select } from '../../../ui/field.tsx';
import { Hint, NoSuchValue } from '../../../ui/notice.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { CutHint, MAX_CHARACTERS, PageText } from './page-text.tsx';

const MARKDOWN = 'text/markdown';

/** Modes of the API that a reader chooses from: `fit` is for the budget of a program. */
const MODES = [
  ['main', 'the main text'],
  ['full', 'the whole page, with its menus'],
] as const;

interface PageMarkdownProps {
  /** Path of the page in the API. */
  readonly base: string;
  /** Console path of the Markdown. */
  readonly place: string;
  /** Key of the page. */
  readonly name: string;
  /** From the URL of the view: anybody can have written it. */
  readonly mode: string;
}

/**
 * The main text or the whole page as Markdown, to read, copy and save. It is untrusted, and stays
 * text.
 */
export function PageMarkdown({ place, mode, ...page }: PageMarkdownProps): ReactNode {
  const placeOf = (one: string): string => (one === 'main' ? place : `${place}&mode=${one}`);
  if (!MODES.some(([known]) => known === mode)) {
    return <NoSuchValue what="mode" value={mode} known={MODES.map(([known]) => [known, placeOf(known)])} />;
  }
  return (
    <>
      <form className="filters" aria-label="Part of the page" onSubmit={(event) => event.preventDefault()}>
        <Select
          label="Markdown of"
          options={MODES}
          value={mode}
          onChange={({ target }) => navigate(placeOf(target.value))}
        />
      </form>
      <Markdown key={mode} mode={mode} {...page} />
    </>
  );
}

function Markdown({ base, name, mode }: Omit<PageMarkdownProps, 'place'>): ReactNode {
  const { fetchRaw } = useSession();
  const url = `${base}?part=body&as=markdown&mode=${mode}`;
  const fileName = mode === 'full' ? `${name}-full.md` : `${name}.md`;
  const result = useQuery(async () => (await fetchRaw(url)).text(), { key: url });
  return (
    <QueryView result={result}>
      {(text) => (
        <>
          <div className="row">
            <Download url={url} accept={MARKDOWN} fileName={fileName}>
              Markdown
            </Download>
            <Copy text={text} />
          </div>
          <CutHint characters={text.length} />
          <PageText text={text.slice(0, MAX_CHARACTERS)} label="Markdown of the page" />
        </>
      )}
    </QueryView>
  );
}

/** Copies the whole text. Browsers allow it on secure origins only. */
function Copy({ text }: { readonly text: string }): ReactNode {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <>
      <Button onClick={() => void copy()}>Copy</Button>
      <span role="status" className="fine">
        {outcome === 'copied' && 'Copied.'}
      </span>
      {outcome === 'refused' && <Hint tone="warn">The browser does not allow it here. Save the file instead.</Hint>}
    </>
  );
}
