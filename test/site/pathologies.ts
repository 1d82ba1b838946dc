import type { Exchange } from '#test/site/exchange.ts';
import { bigHeader } from '#test/site/handlers/answers/big-header.ts';
import { botWall } from '#test/site/handlers/answers/bot-wall.ts';
import { conditional } from '#test/site/handlers/answers/conditional.ts';
import { endlessHeaders } from '#test/site/handlers/answers/endless-headers.ts';
import { flaky } from '#test/site/handlers/answers/flaky.ts';
import { headAnswer } from '#test/site/handlers/answers/head-answer.ts';
import { latency } from '#test/site/handlers/answers/latency.ts';
import { notHttp } from '#test/site/handlers/answers/not-http.ts';
import { rateLimit } from '#test/site/handlers/answers/rate-limit.ts';
import { reset } from '#test/site/handlers/answers/reset.ts';
import { slowHeaders } from '#test/site/handlers/answers/slow-headers.ts';
import { status } from '#test/site/handlers/answers/status.ts';
import { workerKiller } from '#test/site/handlers/answers/worker-killer.ts';
import { brokenGzip } from '#test/site/handlers/bodies/broken-gzip.ts';
import { charset } from '#test/site/handlers/bodies/charset.ts';
import { contentType } from '#test/site/handlers/bodies/content-type.ts';
import { duplicate } from '#test/site/handlers/bodies/duplicate.ts';
import { earlyClose } from '#test/site/handlers/bodies/early-close.ts';
import { echo } from '#test/site/handlers/bodies/echo.ts';
import { encoded } from '#test/site/handlers/bodies/encoded.ts';
import { gzipBomb } from '#test/site/handlers/bodies/gzip-bomb.ts';
import { huge } from '#test/site/handlers/bodies/huge.ts';
import { neverEnding } from '#test/site/handlers/bodies/never-ending.ts';
import { slowBody } from '#test/site/handlers/bodies/slow-body.ts';
import { wrongLength } from '#test/site/handlers/bodies/wrong-length.ts';
import { baseHref } from '#test/site/handlers/links/base-href.ts';
import { calendar } from '#test/site/handlers/links/calendar.ts';
import { deeper } from '#test/site/handlers/links/deeper.ts';
import { linkKinds } from '#test/site/handlers/links/link-kinds.ts';
import { manyLinks } from '#test/site/handlers/links/many-links.ts';
import { metaRobots } from '#test/site/handlers/links/meta-robots.ts';
import { relNofollow } from '#test/site/handlers/links/rel-nofollow.ts';
import { session } from '#test/site/handlers/links/session.ts';
import { spelling } from '#test/site/handlers/links/spelling.ts';
import { redirect } from '#test/site/handlers/redirects/redirect.ts';
import { redirectBroken } from '#test/site/handlers/redirects/redirect-broken.ts';
import { redirectEndless } from '#test/site/handlers/redirects/redirect-endless.ts';
import { redirectHost } from '#test/site/handlers/redirects/redirect-host.ts';
import { redirectLoop } from '#test/site/handlers/redirects/redirect-loop.ts';
import { type Pathology, page } from '#test/site/pathology.ts';

/** Every pathology, by first part of the path. */
export const PATHOLOGIES: readonly Pathology[] = [
  baseHref,
  bigHeader,
  botWall,
  brokenGzip,
  calendar,
  charset,
  conditional,
  contentType,
  deeper,
  duplicate,
  earlyClose,
  echo,
  encoded,
  endlessHeaders,
  flaky,
  gzipBomb,
  headAnswer,
  huge,
  latency,
  linkKinds,
  manyLinks,
  metaRobots,
  neverEnding,
  notHttp,
  rateLimit,
  redirectBroken,
  redirectEndless,
  redirectHost,
  redirectLoop,
  redirect,
  relNofollow,
  reset,
  session,
  slowBody,
  slowHeaders,
  spelling,
  status,
  workerKiller,
  wrongLength,
];

const BY_NAME = new Map(PATHOLOGIES.map((pathology) => [pathology.name, pathology]));

/**
 * Addresses that end by themselves: what `/` links. Each with its outcome under
 * `PATHOLOGY_SETTINGS`, null where none is fixed.
 */
export const pathologyExamples = (): [path: string, outcome: string | null][] =>
  PATHOLOGIES.flatMap(({ examples }) => Object.entries(examples));

/** `/` lists the examples, `/<name>/…` shows one. */
export function servePathologies(exchange: Exchange): void | Promise<void> {
  const pathology = BY_NAME.get(exchange.part(0));
  if (pathology !== undefined) return pathology.handle(exchange);
  if (exchange.url.pathname === '/') {
    exchange.html(
      page(
        'What can go wrong',
        pathologyExamples().map(([path]) => path.replaceAll('&', '&amp;')),
      ),
    );
  } else exchange.html(page('Nothing here'), 404);
}
