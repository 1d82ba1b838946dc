import type { Exchange } from '#test/site/exchange.ts';
import { baseHref } from '#test/site/handlers/base-href.ts';
import { bigHeader } from '#test/site/handlers/big-header.ts';
import { botWall } from '#test/site/handlers/bot-wall.ts';
import { brokenGzip } from '#test/site/handlers/broken-gzip.ts';
import { calendar } from '#test/site/handlers/calendar.ts';
import { charset } from '#test/site/handlers/charset.ts';
import { conditional } from '#test/site/handlers/conditional.ts';
import { contentType } from '#test/site/handlers/content-type.ts';
import { deeper } from '#test/site/handlers/deeper.ts';
import { duplicate } from '#test/site/handlers/duplicate.ts';
import { earlyClose } from '#test/site/handlers/early-close.ts';
import { echo } from '#test/site/handlers/echo.ts';
import { encoded } from '#test/site/handlers/encoded.ts';
import { endlessHeaders } from '#test/site/handlers/endless-headers.ts';
import { flaky } from '#test/site/handlers/flaky.ts';
import { gzipBomb } from '#test/site/handlers/gzip-bomb.ts';
import { headAnswer } from '#test/site/handlers/head-answer.ts';
import { huge } from '#test/site/handlers/huge.ts';
import { latency } from '#test/site/handlers/latency.ts';
import { linkKinds } from '#test/site/handlers/link-kinds.ts';
import { manyLinks } from '#test/site/handlers/many-links.ts';
import { metaRobots } from '#test/site/handlers/meta-robots.ts';
import { neverEnding } from '#test/site/handlers/never-ending.ts';
import { notHttp } from '#test/site/handlers/not-http.ts';
import { rateLimit } from '#test/site/handlers/rate-limit.ts';
import { redirect } from '#test/site/handlers/redirect.ts';
import { redirectBroken } from '#test/site/handlers/redirect-broken.ts';
import { redirectEndless } from '#test/site/handlers/redirect-endless.ts';
import { redirectHost } from '#test/site/handlers/redirect-host.ts';
import { redirectLoop } from '#test/site/handlers/redirect-loop.ts';
import { relNofollow } from '#test/site/handlers/rel-nofollow.ts';
import { reset } from '#test/site/handlers/reset.ts';
import { session } from '#test/site/handlers/session.ts';
import { slowBody } from '#test/site/handlers/slow-body.ts';
import { slowHeaders } from '#test/site/handlers/slow-headers.ts';
import { spelling } from '#test/site/handlers/spelling.ts';
import { status } from '#test/site/handlers/status.ts';
import { workerKiller } from '#test/site/handlers/worker-killer.ts';
import { wrongLength } from '#test/site/handlers/wrong-length.ts';
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
