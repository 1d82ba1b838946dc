import { Fragment, type ReactNode } from 'react';
import type { Explanation } from '#api/client/schema.ts';
import { outcomeWord, REASONS, stateTone } from '../meaning.ts';
import { at, bytes, counted, usd } from '../quantity.ts';
import { Link } from '../router.tsx';
import { Foreign } from '../ui/address.tsx';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';

/** One name, what is known, or null when nothing is. */
interface Fact {
  readonly name: string;
  readonly what: ReactNode | null;
}

const fact = (name: string, what: ReactNode | null): Fact => ({ name, what });

interface ExplainedProps {
  readonly id: string;
  readonly said: Explanation;
}

/** What is known of an address: the answer first, then its grounds; nothing that is not known. */
export function Explained({ id, said }: ExplainedProps): ReactNode {
  const { merged, duplicateOf, attempts } = said;
  const facts: readonly Fact[] = [
    fact('Rule', ruleOf(said)),
    fact('Trap', trapOf(said)),
    fact('Waits', pendingOf(said)),
    fact('Answer', answerOf(said)),
    fact('Found', foundOf(said)),
    fact('Leads to', redirectsOf(id, said)),
    fact('Copy of', duplicateOf && <Other id={id} url={duplicateOf} />),
    fact('Same page as', merged && <Other id={id} url={merged.with} more={merged.rules.join(', ')} />),
    fact('robots.txt', robotsOf(said)),
    fact('Tried', attempts === 0 ? null : `${counted(attempts, 'time')}, ${at(said.startedAt)} to ${at(said.endedAt)}`),
    fact('Errors', errorsOf(said)),
    fact('Asked for as', said.url === null || said.url === said.given ? null : <Foreign text={said.url} />),
    fact('Cost', said.costUsd === null ? null : usd(said.costUsd)),
  ];
  return (
    <>
      <p className="address strong">
        <Foreign text={said.given} most={2_000} />
      </p>
      <p className="row">
        <Badge tone={stateTone(said.state)}>{said.state}</Badge>
        <span>{sentence(said)}</span>
      </p>
      <dl className="facts">
        {facts
          .filter(({ what }) => what !== null)
          .map(({ name, what }) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{what}</dd>
            </Fragment>
          ))}
      </dl>
      {said.archived !== null && said.key !== null && (
        <div className="actions">
          <ButtonLink to={`executions/${id}/pages/${said.key}`}>Read the archived page</ButtonLink>
        </div>
      )}
    </>
  );
}

const reasonWords = (reason: string): string => `${reason}): ${REASONS[reason] ?? 'see the documentation'}`;

/** The answer in one sentence. */
function sentence({ state, outcome, verdict, pending, unread }: Explanation): string {
  if (state === 'ignored') return 'Not an absolute http(s) address, so it is part of no crawl.';
  if (outcome !== null) {
    return outcome.reason === null
      ? `It was ${outcomeWord(outcome.type)}.`
      : `It ${outcome.type === 'failed' ? 'failed' : 'was skipped'} (${reasonWords(outcome.reason)}.`;
  }
  if (verdict !== null && !verdict.admitted && verdict.reason !== null) {
    const would =
      verdict.judged === 'now' ? 'Nothing led to it; if something did, it would be skipped' : 'It was skipped';
    return `${would} (${reasonWords(verdict.reason)}.`;
  }
  if (pending !== null) return 'It is known and has not been asked for yet.';
  if (state === 'unknown' && unread !== null)
    return `Unknown: ${counted(unread.links, 'link')} of ${counted(unread.pages, 'page')} were not read, and one of them may lead to it.`;
  if (state === 'unseen') {
    return `No seed, link, redirect or sitemap led to it${pending === null ? '' : ' so far'}; the rules would admit it.`;
  }
  return 'It is in the level that is being crawled.';
}

/** The rule that decided; one of robots.txt stands with it, below. */
/** Why a group of addresses is no longer followed, with its last pages. */
function trapOf({ trap }: Explanation): ReactNode | null {
  if (trap === null) return null;
  return (
    <>
      {`The last ${trap.pages} pages of `}
      <Foreign text={trap.group} />
      {' brought no new text, image or title'}
      {trap.samples.map((url) => (
        <div key={url}>
          <Foreign text={url} />
        </div>
      ))}
    </>
  );
}

const ruleOf = ({ verdict, outcome, robots }: Explanation): ReactNode | null => {
  const rule = outcome?.rule ?? verdict?.rule ?? null;
  return rule === null || rule === robots?.text ? null : <Foreign text={rule} />;
};

function pendingOf({ pending }: Explanation): ReactNode | null {
  if (pending === null) return null;
  return (
    <>
      <Foreign text={pending.cause} />
      {pending.limit !== null && `; the limit ${pending.limit} stands before it`}
      {pending.before !== null && `; ${counted(pending.before, 'address', 'addresses')} before it`}
      {pending.until !== null && `; until ${at(pending.until)}`}
    </>
  );
}

function answerOf({ outcome }: Explanation): ReactNode | null {
  if (outcome === null || outcome.status === null) return null;
  return (
    <>
      {outcome.status} {outcome.contentType !== null && <Foreign text={outcome.contentType} most={100} />}
      {outcome.bytes !== null && `, ${bytes(outcome.bytes)}`}
      {outcome.title !== null && (
        <>
          , “<Foreign text={outcome.title} most={200} />”
        </>
      )}
    </>
  );
}

const HOW: Readonly<Record<string, string>> = {
  seed: 'a seed',
  link: 'by a link',
  redirect: 'by a redirect',
  sitemap: 'in a sitemap',
  robots: 'in robots.txt',
};

function foundOf({ found }: Explanation): ReactNode | null {
  if (found === null) return null;
  return (
    <>
      {HOW[found.how] ?? found.how}, level {found.level}
      {found.rank !== null && `, place ${found.rank}`}
      {found.chain.length > 0 && (
        <ol className="chain" aria-label="The way from the seed">
          {found.chain.map(({ url, how, level }) => (
            <li key={`${level} ${url}`}>
              <span className="address">
                <Foreign text={url} />
              </span>{' '}
              <span className="fine">{HOW[how] ?? how}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function redirectsOf(id: string, { redirectsTo }: Explanation): ReactNode | null {
  if (redirectsTo.length === 0) return null;
  return redirectsTo.map(({ url, outcome }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a chain may meet one address twice; the step is what tells them apart, and steps never move
    <div key={i}>{url === null ? 'an address that is not kept' : <Other id={id} url={url} more={outcome ?? ''} />}</div>
  ));
}

function robotsOf({ robots }: Explanation): ReactNode | null {
  if (robots === null) return null;
  if (!robots.obeyed) return 'not asked: the workflow ignores it';
  if (robots.allowed === null) return null;
  return (
    <>
      {robots.allowed ? 'allows it' : 'forbids it'}
      {robots.line !== null && `, line ${robots.line}`}
      {robots.text !== null && (
        <>
          : <code className="breakable">{robots.text}</code>
        </>
      )}
    </>
  );
}

function errorsOf({ errors }: Explanation): ReactNode | null {
  if (errors.length === 0) return null;
  return errors.map(({ code, message, at: when }) => (
    <div key={`${when} ${code}`}>
      {at(when)}: <code>{code}</code> <Foreign text={message} />
    </div>
  ));
}

function Other({
  id,
  url,
  more = '',
}: {
  readonly id: string;
  readonly url: string;
  readonly more?: string;
}): ReactNode {
  return (
    <>
      <Link to={`executions/${id}/explain?url=${encodeURIComponent(url)}`} className="address">
        <Foreign text={url} />
      </Link>{' '}
      <span className="fine">{more}</span>
    </>
  );
}
