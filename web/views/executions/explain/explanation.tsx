import { Fragment, type ReactNode } from 'react';
import type { Explanation } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { formatBytes, formatCount, formatDateTime, formatUsd, plural } from '../../../text/format.ts';
import { outcomeLabel, REASON_LABELS, stateLabel, stateTone } from '../../../text/labels.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';

/** A labelled fact; null if it is unknown. */
interface Fact {
  readonly name: string;
  readonly value: ReactNode | null;
}

const fact = (name: string, value: ReactNode | null): Fact => ({ name, value });

interface DetailsProps {
  readonly id: string;
  readonly explanation: Explanation;
}

/** An explanation: the verdict first, then the known facts. */
export function ExplanationDetails({ id, explanation }: DetailsProps): ReactNode {
  const { merged, duplicateOf, attempts } = explanation;
  const facts: readonly Fact[] = [
    fact('Rule', ruleOf(explanation)),
    fact('Trap', trapOf(explanation)),
    fact('Pending', pendingOf(explanation)),
    fact('Response', responseOf(explanation)),
    fact('Cut', cutOf(explanation)),
    fact('Found', foundOf(explanation)),
    fact('Redirects to', redirectsOf(id, explanation)),
    fact('Copy of', duplicateOf && <ExplainLink id={id} url={duplicateOf} />),
    fact('Same page as', merged && <ExplainLink id={id} url={merged.with} more={merged.rules.join(', ')} />),
    fact('robots.txt', robotsOf(explanation)),
    fact(
      'Attempts',
      attempts === 0
        ? null
        : `${plural(attempts, 'time')}, ${formatDateTime(explanation.startedAt)} to ${formatDateTime(explanation.endedAt)}`,
    ),
    fact('Errors', errorsOf(explanation)),
    fact(
      'Requested as',
      explanation.url === null || explanation.url === explanation.given ? null : (
        <UntrustedText text={explanation.url} />
      ),
    ),
    fact('Cost', explanation.costUsd === null ? null : formatUsd(explanation.costUsd)),
  ];
  return (
    <>
      <p className="address strong">
        <UntrustedText text={explanation.given} maxLength={2_000} />
      </p>
      <p className="row">
        <Badge tone={stateTone(explanation.state)}>{stateLabel(explanation.state)}</Badge>
        <span>{sentence(explanation)}</span>
      </p>
      <dl className="facts">
        {facts
          .filter(({ value }) => value !== null)
          .map(({ name, value }) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
      </dl>
      {explanation.archived !== null && explanation.key !== null && (
        <div className="actions">
          <ButtonLink to={`executions/${id}/pages/${explanation.key}`}>Read the archived page</ButtonLink>
        </div>
      )}
    </>
  );
}

const reasonWords = (reason: string): string => `${reason}): ${REASON_LABELS[reason] ?? 'see the documentation'}`;

/** The verdict in one sentence. */
function sentence({ state, outcome, verdict, pending, unread }: Explanation): string {
  if (state === 'ignored') return 'Not an absolute http(s) URL, so no crawl includes it.';
  if (outcome !== null) {
    return outcome.reason === null
      ? `It was ${outcomeLabel(outcome.type)}.`
      : `It ${outcome.type === 'failed' ? 'failed' : 'was skipped'} (${reasonWords(outcome.reason)}.`;
  }
  if (verdict !== null && !verdict.admitted && verdict.reason !== null) {
    const would = verdict.judged === 'now' ? 'Surf did not find it, and would skip it' : 'It was skipped';
    return `${would} (${reasonWords(verdict.reason)}.`;
  }
  if (pending !== null) return 'It is pending.';
  if (state === 'unknown' && unread !== null)
    return `Unknown: ${plural(unread.links, 'link')} of ${plural(unread.pages, 'page')} were not read; one of them can lead to it.`;
  if (state === 'kept') return 'It was kept: it was not due when this tick of the collection began.';
  if (state === 'unseen') {
    return `No seed, link, redirect or sitemap led to it${pending === null ? '' : ' so far'}; its rules allow it.`;
  }
  return 'It is in the current level.';
}

/** Why Surf stopped following a group of URLs, with sample pages. */
function trapOf({ trap }: Explanation): ReactNode | null {
  if (trap === null) return null;
  return (
    <>
      {`The last ${trap.pages} pages of `}
      <UntrustedText text={trap.group} />
      {' brought no new text, image or title'}
      {trap.samples.map((url) => (
        <div key={url}>
          <UntrustedText text={url} />
        </div>
      ))}
    </>
  );
}

/** The rule that decided. A robots.txt rule is shown under "robots.txt". */
const ruleOf = ({ verdict, outcome, robots }: Explanation): ReactNode | null => {
  const rule = outcome?.rule ?? verdict?.rule ?? null;
  return rule === null || rule === robots?.text ? null : <UntrustedText text={rule} />;
};

function pendingOf({ pending }: Explanation): ReactNode | null {
  if (pending === null) return null;
  return (
    <>
      <UntrustedText text={pending.cause} />
      {pending.limit !== null && `; blocked by the limit ${pending.limit}`}
      {pending.cash !== null && `; cash ${pending.cash.own.toFixed(3)}`}
      {pending.cash?.cut != null && `, the last URL taken has ${pending.cash.cut.toFixed(3)}`}
      {pending.before !== null && `; ${plural(pending.before, 'URL')} ahead of it`}
      {pending.until !== null && `; until ${formatDateTime(pending.until)}`}
    </>
  );
}

function responseOf({ outcome }: Explanation): ReactNode | null {
  if (outcome === null || outcome.status === null) return null;
  return (
    <>
      {outcome.status} {outcome.contentType !== null && <UntrustedText text={outcome.contentType} maxLength={100} />}
      {outcome.bytes !== null && `, ${formatBytes(outcome.bytes)}`}
      {outcome.title !== null && (
        <>
          , “<UntrustedText text={outcome.title} maxLength={200} />”
        </>
      )}
    </>
  );
}

/** The exact size, because the response has a rounded one. */
function cutOf({ outcome }: Explanation): ReactNode | null {
  if (outcome === null || outcome.cut === null) return null;
  const { keptBytes, setting } = outcome.cut;
  return (
    <>
      Surf kept the first {formatCount(keptBytes)} bytes of a larger page: <code>{setting}</code> is <code>cut</code>,
      and the page is over <code>limits.pageBytes</code>
    </>
  );
}

const DISCOVERY_LABELS: Readonly<Record<string, string>> = {
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
      {DISCOVERY_LABELS[found.how] ?? found.how}, level {found.level}
      {found.rank !== null && `, rank ${found.rank}`}
      {found.depthLeft === 0 && ', at the depth of its seed: its links are not followed'}
      {(found.depthLeft ?? 0) > 0 && `, ${found.depthLeft} more by the depth of its seed`}
      {found.chain.length > 0 && (
        <ol className="chain" aria-label="Path from the seed">
          {found.chain.map(({ url, how, level }) => (
            <li key={`${level} ${url}`}>
              <span className="address">
                <UntrustedText text={url} />
              </span>{' '}
              <span className="fine">{DISCOVERY_LABELS[how] ?? how}</span>
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
    // biome-ignore lint/suspicious/noArrayIndexKey: a chain can contain a URL twice; its steps never move
    <div key={i}>
      {url === null ? 'a URL that Surf does not keep' : <ExplainLink id={id} url={url} more={outcome ?? ''} />}
    </div>
  ));
}

function robotsOf({ robots }: Explanation): ReactNode | null {
  if (robots === null) return null;
  if (!robots.obeyed) return 'not requested: the workflow ignores it';
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
      {formatDateTime(when)}: <code>{code}</code> <UntrustedText text={message} />
    </div>
  ));
}

function ExplainLink({
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
        <UntrustedText text={url} />
      </Link>{' '}
      <span className="fine">{more}</span>
    </>
  );
}
