import { type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { NextExternalCheck } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { useMutation } from '../../../query/use-mutation.ts';
import { useQuery } from '../../../query/use-query.ts';
import { useSession } from '../../../session/session.tsx';
import { formatCount, formatDuration, formatUsd, plural } from '../../../text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/field.tsx';
import { ProblemNotice } from '../../../ui/notice.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { CheckUnderWay } from './check-under-way.tsx';

const PERIODS = [
  ['30', '30 days'],
  ['7', '7 days'],
  ['1', 'a day'],
  ['0', '0 days: ask all again'],
] as const;

interface CheckProps {
  /**
   * An execution of the collection; the check may crawl private networks if this execution might.
   */
  readonly id: string;
  /** Called when new answers are in the register. */
  readonly onEnd: () => void;
}

/** Preview of a check of the external links, and the button that starts it. */
export function ExternalCheck({ id, onEnd }: CheckProps): ReactNode {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation();
  const [days, setDays] = useState('30');
  const [over, setOver] = useState<string | null>(null);
  const path = { id };
  const next = useQuery(
    async (api) => {
      const query = { days: Number(days) };
      return answered(await api.GET('/v1/executions/{id}/external/check', { params: { path, query } }));
    },
    { key: `external check ${id} ${days}` },
  );
  const start = (): void =>
    void mutate(async () => {
      const { exemptions } = answered(await client.GET('/v1/executions/{id}', { params: { path } }));
      const settings = { allowPrivateNetwork: true, connectTo: [] };
      const body = { days: Number(days), ...(exemptions.includes('allowPrivateNetwork') && { settings }) };
      answered(await client.POST('/v1/executions/{id}/external/check', { params: { path }, body }));
      next.refetch();
    });
  const ended = (check: string) => (): void => {
    setOver(check);
    next.refetch();
    onEnd();
  };
  return (
    <QueryView result={next} rows={2}>
      {(check) =>
        isUnderWay(check) && check.last.execution !== over ? (
          <CheckUnderWay id={check.last.execution} onEnd={ended(check.last.execution)} />
        ) : (
          <>
            <form className="filters" aria-label="The next check" onSubmit={(event) => event.preventDefault()}>
              <Select
                label="Links without an answer for"
                options={PERIODS}
                value={days}
                onChange={({ target }) => setDays(target.value)}
              />
              <Button kind="primary" icon="play" busy={busy} disabled={check.links === 0} onClick={start}>
                Check now
              </Button>
            </form>
            <Plan check={check} />
            {problem !== null && <ProblemNotice problem={problem} />}
          </>
        )
      }
    </QueryView>
  );
}

type UnderWay = NextExternalCheck & { readonly last: NonNullable<NextExternalCheck['last']> };

/** True while a check runs; paused and ended ones allow another. */
const isUnderWay = (check: NextExternalCheck): check is UnderWay =>
  check.last !== null && !check.last.finished && check.last.status !== 'paused';

function Plan({ check }: { readonly check: NextExternalCheck }): ReactNode {
  const { links, hosts, more, requests, seconds, costUsd, last } = check;
  const cost = costUsd === null ? 'at no cost: this machine crawls' : `for about ${formatUsd(costUsd)}`;
  return (
    <>
      {links === 0 ? (
        <p>No link is due.</p>
      ) : (
        <p>
          {plural(links, 'link')} at {plural(hosts, 'host')} {links === 1 ? 'is' : 'are'} due. A check sends HEAD to
          each, and GET where that brings a page: {formatCount(requests.least)} to {formatCount(requests.most)}{' '}
          requests, in {formatDuration(Math.max(1, seconds))} or more, {cost}. It follows no link and obeys robots.txt.
        </p>
      )}
      {more && <p className="fine">Other links are left for the check after it: one takes 10,000 at most.</p>}
      {last !== null && (
        <p className="fine">
          <Link to={`executions/${last.execution}`}>The last check</Link>: {last.status}.
        </p>
      )}
    </>
  );
}
