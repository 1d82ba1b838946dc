import { type FormEvent, type ReactNode, useState } from 'react';
import { answered, type SurfClient } from '#api/client/client.ts';
import { isLocal, useConfig } from '../config.ts';
import { useDoing } from '../doing.ts';
import { go, Link } from '../router.tsx';
import { SELECTION_EXAMPLE, SELECTION_HELP, selectionOf } from '../selection-lines.ts';
import { useSession } from '../session.tsx';
import { asDefinition, isPrivate, startExecution, withScheme } from '../start-crawl.ts';
import { Button } from '../ui/button.tsx';
import { Check, Select, TextArea, TextField } from '../ui/field.tsx';
import { ProblemNotice } from '../ui/notice.tsx';

interface Wish {
  readonly addresses: string;
  readonly mode: string;
  readonly pages: string;
  readonly depth: string;
  readonly delay: string;
  /** One line a value: `price: .price`. */
  readonly values: string;
  /** Null: not chosen, so as the server allows. */
  readonly own: boolean | null;
}

const FIRST: Wish = { addresses: '', mode: 'host', pages: '500', depth: '5', delay: '1', values: '', own: null };

const MODES = [
  ['host', 'The same host'],
  ['path', 'Below the address'],
  ['domain', 'The whole domain'],
  ['any', 'Every linked site'],
] as const;

const seedsOf = ({ addresses }: Wish): string[] =>
  addresses
    .split(/\s+/)
    .filter((line) => line !== '')
    .map(withScheme);

/** The name that lists show: where it starts. */
const nameOf = ([first = 'crawl']: readonly string[]): string => (URL.parse(first)?.host || 'crawl').slice(0, 200);

async function start(client: SurfClient, wish: Wish, allowPrivateNetwork: boolean): Promise<string> {
  const seeds = seedsOf(wish);
  const selection = selectionOf(wish.values);
  const draft = {
    name: nameOf(seeds),
    seeds,
    scope: { mode: wish.mode },
    limits: { pages: limitOf(wish.pages), depth: limitOf(wish.depth) },
    politeness: { delaySeconds: limitOf(wish.delay) ?? 0 },
    ...(selection !== null && { selection }),
  };
  const workflow = answered(await client.POST('/v1/workflows', { body: asDefinition(draft) }));
  const { execution } = await startExecution(client, { workflow: workflow.id, allowPrivateNetwork });
  return execution;
}

/** Empty: no limit. What is no number goes to the API as it is, which says what is allowed. */
function limitOf(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return Number.isNaN(value) ? trimmed : value;
}

interface WishProps {
  readonly wish: Wish;
  readonly change: (part: Partial<Wish>) => void;
}

/** Address and limits; saves a workflow and starts it. */
export function CrawlForm(): ReactNode {
  const { client } = useSession();
  const [wish, setWish] = useState(FIRST);
  const { busy, problem, perform } = useDoing();
  const { value: config, loading } = useConfig();
  const needsOwn = seedsOf(wish).some(isPrivate);
  const own = needsOwn && (wish.own ?? isLocal(config));
  const change = (part: Partial<Wish>): void => setWish((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void perform(async () => go(`executions/${await start(client, wish, own)}`));
  };
  return (
    <form className="form" onSubmit={submit}>
      <Addresses wish={wish} change={change} demo={config?.demo ?? null} />
      <Bounds wish={wish} change={change} />
      <TextArea
        label="Values to take from every page"
        rows={2}
        placeholder={SELECTION_EXAMPLE}
        value={wish.values}
        onChange={(event) => change({ values: event.target.value })}
        help={
          <>
            Optional. {SELECTION_HELP} <Link to="try">Try it</Link> shows what a selector finds.
          </>
        }
      />
      {needsOwn && !loading && (
        <Check
          label="Allow addresses of my own network"
          checked={own}
          onChange={(chosen) => change({ own: chosen })}
          help="They are refused otherwise: a page of the web could lead the crawl to your router."
        />
      )}
      {problem !== null && <ProblemNotice problem={problem} />}
      <div className="actions">
        <Button type="submit" kind="primary" icon="play" busy={busy} disabled={seedsOf(wish).length === 0}>
          Start crawl
        </Button>
      </div>
    </form>
  );
}

/** What belongs to the crawl, and how much of it. */
function Bounds({ wish, change }: WishProps): ReactNode {
  return (
    <div className="bounds">
      <Select
        label="What to crawl"
        options={MODES}
        value={wish.mode}
        onChange={(event) => change({ mode: event.target.value })}
      />
      <TextField
        label="Most pages"
        inputMode="numeric"
        value={wish.pages}
        onChange={(event) => change({ pages: event.target.value })}
        help="Empty: no limit."
      />
      <TextField
        label="Depth"
        inputMode="numeric"
        value={wish.depth}
        onChange={(event) => change({ depth: event.target.value })}
        help="0: only the address."
      />
      <TextField
        label="Delay in seconds"
        inputMode="decimal"
        value={wish.delay}
        onChange={(event) => change({ delay: event.target.value })}
        help="Per host; 1 is polite."
      />
    </div>
  );
}

interface AddressesProps extends WishProps {
  readonly demo: string | null;
}

function Addresses({ wish, change, demo }: AddressesProps): ReactNode {
  return (
    <>
      <TextArea
        label="Address"
        rows={2}
        placeholder="https://example.org/"
        value={wish.addresses}
        onChange={(event) => change({ addresses: event.target.value })}
        help="Several addresses: one per line."
      />
      {demo !== null && (
        <div className="suggestion">
          <Button onClick={() => change({ addresses: demo, delay: '0.1', values: SELECTION_EXAMPLE })}>
            Use the demo shop
          </Button>
          <span className="fine">No site at hand? This made-up shop runs on your machine.</span>
        </div>
      )}
    </>
  );
}
