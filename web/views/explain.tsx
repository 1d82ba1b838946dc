import { type FormEvent, type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import { useAnswer } from '../answer.ts';
import { go, Link } from '../router.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Hint } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Resource } from '../ui/resource.tsx';
import { Explained } from './explained.tsx';

/** Why an address is in the crawl, or why not; also for addresses that were never met. */
export function Explain({ id, url }: { readonly id: string; readonly url: string | null }): ReactNode {
  const [text, setText] = useState(url ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    go(`executions/${id}/explain?url=${encodeURIComponent(text.trim())}`);
  };
  return (
    <>
      <form className="filters" onSubmit={submit}>
        <div className="grow">
          <TextField
            label="Address"
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
          Give any address, also one that is missing from the crawl: the answer says which rule decided, and how the
          crawl came there.
        </Hint>
      ) : (
        <Answered id={id} url={url} />
      )}
    </>
  );
}

function Answered({ id, url }: { readonly id: string; readonly url: string }): ReactNode {
  const answer = useAnswer(
    async (client) =>
      answered(await client.GET('/v1/executions/{id}/explain', { params: { path: { id }, query: { url } } })),
    { key: `explain ${id} ${url}` },
  );
  return (
    <Panel title="Explanation" aside={<Link to={`try?url=${encodeURIComponent(url)}`}>Try it now</Link>}>
      <Resource answer={answer}>{(explanation) => <Explained id={id} said={explanation} />}</Resource>
    </Panel>
  );
}
