import { type FormEvent, type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import { Link, navigate } from '../../../browser/router.tsx';
import { useQuery } from '../../../query/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Hint } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { ExplanationDetails } from './explanation.tsx';
import { Versions } from './versions.tsx';

/** Explains why a URL is in the crawl or is missing; works for any URL. */
export function Explain({ id, url }: { readonly id: string; readonly url: string | null }): ReactNode {
  const [text, setText] = useState(url ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    navigate(`executions/${id}/explain?url=${encodeURIComponent(text.trim())}`);
  };
  return (
    <>
      <form className="filters" onSubmit={submit}>
        <div className="grow">
          <TextField
            label="URL"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="https://example.org/page"
          />
        </div>
        <Button type="submit" kind="primary" disabled={text.trim() === ''}>
          Explain
        </Button>
      </form>
      {url === null || url === '' ? (
        <Hint>
          Enter any URL, also one that is missing from the crawl. The explanation names the rule that decided and the
          path from the seed.
        </Hint>
      ) : (
        <>
          <ExplanationPanel id={id} url={url} />
          <Versions id={id} url={url} />
        </>
      )}
    </>
  );
}

function ExplanationPanel({ id, url }: { readonly id: string; readonly url: string }): ReactNode {
  const result = useQuery(
    async (client) =>
      answered(await client.GET('/v1/executions/{id}/explain', { params: { path: { id }, query: { url } } })),
    { key: `explain ${id} ${url}` },
  );
  return (
    <Panel title="Explanation" aside={<Link to={`try?url=${encodeURIComponent(url)}`}>Try it now</Link>}>
      <QueryView result={result}>{(explanation) => <ExplanationDetails id={id} explanation={explanation} />}</QueryView>
    </Panel>
  );
}
