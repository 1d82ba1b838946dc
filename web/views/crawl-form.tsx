import { type FormEvent, type ReactNode, useState } from 'react';
import { answered, type SurfClient } from '#api/client/client.ts';
import type { Problem } from '#api/client/schema.ts';
import { problemOf } from '../problem.ts';
import { go } from '../router.tsx';
import { useSession } from '../session.tsx';
import { asDefinition, DEMO_ADDRESS, isLocal, isPrivate, startExecution, withScheme } from '../start-crawl.ts';
import { Button } from '../ui/button.tsx';
import { Check, Select, TextArea, TextField } from '../ui/field.tsx';
import { ProblemNotice } from '../ui/notice.tsx';

interface Wish {
  readonly addresses: string;
  readonly mode: string;
  readonly pages: string;
  readonly depth: string;
  readonly delay: string;
  readonly own: boolean;
}

const FIRST: Wish = { addresses: '', mode: 'host', pages: '500', depth: '5', delay: '1', own: false };

const MODES = [
  ['host', 'This site: the same host'],
  ['path', 'A part of it: below the address'],
  ['domain', 'Its whole domain, with all hosts'],
  ['any', 'Everything that is linked'],
] as const;

const seedsOf = ({ addresses }: Wish): string[] =>
  addresses
    .split(/\s+/)
    .filter((line) => line !== '')
    .map(withScheme);

/** The name that lists show: where it starts. */
const nameOf = ([first = 'crawl']: readonly string[]): string => (URL.parse(first)?.host || 'crawl').slice(0, 200);

async function start(client: SurfClient, wish: Wish): Promise<string> {
  const seeds = seedsOf(wish);
  const draft = {
    name: nameOf(seeds),
    seeds,
    scope: { mode: wish.mode },
    limits: { pages: limitOf(wish.pages), depth: limitOf(wish.depth) },
    politeness: { delaySeconds: limitOf(wish.delay) ?? 0 },
  };
  const workflow = answered(await client.POST('/v1/workflows', { body: asDefinition(draft) }));
  const { execution } = await startExecution(client, { workflow: workflow.id, allowPrivateNetwork: wish.own });
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
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Wish>): void => setWish((before) => ({ ...before, ...part }));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      go(`executions/${await start(client, wish)}`);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      <Addresses wish={wish} change={change} />
      <Bounds wish={wish} change={change} />
      {seedsOf(wish).some(isPrivate) && (
        <Check
          label="Allow addresses of my own network"
          checked={wish.own}
          onChange={(own) => change({ own })}
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
    <div className="fields">
      <Select
        label="What belongs to it"
        options={MODES}
        value={wish.mode}
        onChange={(event) => change({ mode: event.target.value })}
      />
      <TextField
        label="Pages at most"
        inputMode="numeric"
        value={wish.pages}
        onChange={(event) => change({ pages: event.target.value })}
        help="Empty: no limit."
      />
      <TextField
        label="Links deep"
        inputMode="numeric"
        value={wish.depth}
        onChange={(event) => change({ depth: event.target.value })}
        help="0: only this address."
      />
      <TextField
        label="Seconds between requests"
        inputMode="decimal"
        value={wish.delay}
        onChange={(event) => change({ delay: event.target.value })}
        help="To one host. Kind: 1 or more."
      />
    </div>
  );
}

function Addresses({ wish, change }: WishProps): ReactNode {
  return (
    <div className="stack">
      <TextArea
        label="Address"
        rows={2}
        placeholder="https://example.org/"
        value={wish.addresses}
        onChange={(event) =>
          change({
            addresses: event.target.value,
            own: isLocal() && seedsOf({ ...wish, addresses: event.target.value }).some(isPrivate),
          })
        }
        help="Several: one a line."
      />
      {isLocal() && (
        <div className="suggestion">
          <Button onClick={() => change({ addresses: DEMO_ADDRESS, own: true, delay: '0.1' })}>
            Use the demo shop
          </Button>
          <span className="fine">A made-up shop on your own machine, there while npm start runs.</span>
        </div>
      )}
    </div>
  );
}
