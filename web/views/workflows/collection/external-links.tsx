import { type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { ExternalFilter, ExternalLink, ExternalPage } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { usePagedQuery } from '../../../query/use-paged-query.ts';
import { formatCount, formatDate } from '../../../text/format.ts';
import { Select } from '../../../ui/field.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { Figures, Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Pager, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { LiveLink } from '../../executions/pages/live-link.tsx';
import { placeOfUrl } from '../../executions/pages/page-of-url.tsx';
import { ExternalCheck } from './external-check.tsx';

const STATES: readonly ExternalFilter[] = ['unchecked', 'allowed', 'banned', 'alive', 'dead', 'unknown'];
const ANY = 'any';

/** Code of the answer where the workflow has no `external.keep`. */
const NOT_KEPT = 'OUTPUT_NOT_KEPT';

type Register = NonNullable<ExternalPage['register']>;

/** The register of external links that holds for an execution. */
export function ExternalLinks({ id }: { readonly id: string }): ReactNode {
  const [state, setState] = useState<ExternalFilter | typeof ANY>(ANY);
  const [register, setRegister] = useState<ExternalPage['register']>(null);
  const list = usePagedQuery(async (client, page) => {
    const query = { ...page, ...(state !== ANY && { state }) };
    const answer = answered(await client.GET('/v1/executions/{id}/external', { params: { path: { id }, query } }));
    setRegister(answer.register);
    return answer;
  }, `external ${id} ${state}`);
  if (list.problem?.code === NOT_KEPT) return <NotKept />;
  return (
    <>
      {register !== null && (
        <Panel title="Are the external links alive?">
          <Answers register={register} />
          <ExternalCheck id={id} onEnd={list.refetch} />
        </Panel>
      )}
      <Panel title="External links" flush>
        <form className="filters" aria-label="Filter external links">
          <Select
            label="State"
            options={[[ANY, 'any'] as const, ...STATES.map((one) => [one, stateWords(one, register)] as const)]}
            value={state}
            onChange={(event) => setState(event.target.value as ExternalFilter | typeof ANY)}
          />
        </form>
        <QueryView result={list} rows={4}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title={register === null ? 'No run has ended yet.' : 'No such link.'} />
            ) : (
              <Table caption="External links" rows={items} columns={COLUMNS} keyOf={({ url }) => url} />
            )
          }
        </QueryView>
        {register !== null && register.leftOut > 0 && (
          <p className="fine">{formatCount(register.leftOut)} more links did not fit into the register.</p>
        )}
      </Panel>
      <Pager what="external links" {...list} />
    </>
  );
}

function NotKept(): ReactNode {
  return (
    <Panel title="External links">
      <EmptyState title="This execution keeps no register of external links.">
        <p>
          Set <code>external.keep</code> in the workflow and crawl again: the register has every link that leaves the
          scope.
        </p>
      </EmptyState>
    </Panel>
  );
}

function Answers({ register: { links, checks } }: { readonly register: Register }): ReactNode {
  const all = links.unchecked + links.allowed + links.banned;
  const asked = checks.alive + checks.dead + checks.unknown;
  return (
    <Figures
      items={[
        ['Alive', formatCount(checks.alive), 'the last answer was a page or a file'],
        ['Dead', formatCount(checks.dead), '404, another error, or no answer'],
        ['Unknown', formatCount(checks.unknown), 'robots.txt or a bot wall hides it'],
        ['Not asked', formatCount(all - asked), `of ${formatCount(all)}; ${formatCount(links.banned)} are banned`],
      ]}
    />
  );
}

function stateWords(state: ExternalFilter, register: ExternalPage['register']): string {
  if (register === null) return state;
  const { links, checks } = register;
  return `${state} (${formatCount({ ...links, ...checks }[state])})`;
}

const COLUMNS: readonly Column<ExternalLink>[] = [
  {
    head: 'Link',
    kind: 'wide',
    cell: ({ url, from, execution }) => (
      <>
        <UntrustedText text={url} />
        <div className="fine">
          <LiveLink url={url} />
          {from !== null && (
            <>
              {' '}
              · on{' '}
              <Link to={placeOfUrl(execution, from)}>
                <UntrustedText text={from} />
              </Link>
            </>
          )}
        </div>
      </>
    ),
  },
  {
    head: 'State',
    cell: ({ state, rule }) => (
      <>
        {state}
        {rule !== null && (
          <div className="fine">
            <UntrustedText text={rule} maxLength={80} />
          </div>
        )}
      </>
    ),
  },
  {
    head: 'Answer',
    cell: ({ check }) =>
      check === null ? (
        'not asked'
      ) : (
        <>
          {[check.state, check.status ?? check.reason].filter((part) => part !== null).join(' ')}
          <div className="fine">
            since {formatDate(check.since)}, asked {formatDate(check.at)}
          </div>
        </>
      ),
  },
  { head: 'First seen', minor: true, cell: ({ firstSeenAt }) => formatDate(firstSeenAt) },
  { head: 'Last seen', minor: true, cell: ({ lastSeenAt }) => formatDate(lastSeenAt) },
];
