import type { ReactNode } from 'react';
import type { PageFacts } from '#api/client/schema.ts';
import { useQuery } from '../../../query/use-query.ts';
import { useSession } from '../../../session/session.tsx';
import { formatCount } from '../../../text/format.ts';
import { Hint } from '../../../ui/notice.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { PageText } from './page-text.tsx';

/** Facts that the page states about itself. They are untrusted, so they stay text. */
export function PageFactsView({ base }: { readonly base: string }): ReactNode {
  const { fetchRaw } = useSession();
  const url = `${base}?part=facts`;
  const result = useQuery(async () => (await (await fetchRaw(url)).json()) as PageFacts, { key: url });
  return (
    <QueryView result={result}>
      {(facts) => (
        <>
          {facts.isCut && <Hint tone="warn">The page is very long or deep: these are the facts of its beginning.</Hint>}
          <dl className="facts">
            {rowsOf(facts).map(([name, values]) => (
              <div key={name} className="header-line">
                <dt>{name}</dt>
                <dd className="address">
                  {values.length === 0
                    ? '–'
                    : values.map((value, i) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: a value can repeat; archived facts never change
                        <div key={i}>
                          <UntrustedText text={value} maxLength={2_000} />
                        </div>
                      ))}
                </dd>
              </div>
            ))}
          </dl>
          {facts.items.length > 0 && (
            <>
              <h3>Structured data</h3>
              <PageText text={JSON.stringify(facts.items, null, 2)} label="Structured data of the page" />
            </>
          )}
        </>
      )}
    </QueryView>
  );
}

type Row = readonly [name: string, values: readonly string[]];

const maybe = (value: string | null): readonly string[] => (value === null ? [] : [value]);

const counted = ({ count, first }: PageFacts['headings']): readonly string[] =>
  count > first.length ? [...first, `and ${formatCount(count - first.length)} more`] : first;

function rowsOf(facts: PageFacts): Row[] {
  const { links, answerMs, openGraph } = facts;
  return [
    ['Title', maybe(facts.title)],
    ['Description', maybe(facts.description)],
    ['Main headings', counted(facts.headings)],
    ['Language', maybe(facts.language)],
    ['Canonical', facts.canonicals],
    ['Moves to', maybe(facts.movesTo)],
    ['Language versions', facts.alternates.map(({ language, href }) => `${language}: ${href}`)],
    ['Robots', facts.robots],
    ['Listed by search engines', [facts.noindex ? 'no: noindex' : 'may be']],
    ['Published', maybe(facts.publishedAt)],
    ['Modified', maybe(facts.modifiedAt)],
    ['OpenGraph', Object.entries(openGraph).map(([name, value]) => `${name}: ${value}`)],
    ['Words', [formatCount(facts.words)]],
    ['Links', [`${formatCount(links.internal)} to this host, ${formatCount(links.external)} to others`]],
    ['Images', [formatCount(facts.images)]],
    ['Images without alternative text', counted(facts.imagesWithoutAlt)],
    ['Insecure files', counted(facts.insecure)],
    ['Response time', maybe(answerMs === null ? null : `${formatCount(answerMs)} ms`)],
    ['Digest of the main text', maybe(facts.textDigest)],
  ];
}
