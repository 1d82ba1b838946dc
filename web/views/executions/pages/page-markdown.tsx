import { type ReactNode, useState } from 'react';
import { useQuery } from '../../../query/use-query.ts';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Download } from '../../../ui/download.tsx';
import { Hint } from '../../../ui/notice.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { CutHint, MAX_CHARACTERS, PageText } from './page-text.tsx';

const MARKDOWN = 'text/markdown';

interface PageMarkdownProps {
  /** Path of the page in the API. */
  readonly base: string;
  readonly fileName: string;
}

/** The main text as Markdown, to read, copy and save. It is untrusted, and stays text. */
export function PageMarkdown({ base, fileName }: PageMarkdownProps): ReactNode {
  const { fetchRaw } = useSession();
  const url = `${base}?part=body&as=markdown`;
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
