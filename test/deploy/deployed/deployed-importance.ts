import { deployedCommand } from '#test/deploy/deployed/deployed-command.ts';
import type { DeployedPlace } from '#test/deploy/deployed/deployed-sample.ts';
import { startSite } from '#test/site/site.ts';

const SECTIONS = 20;
const PAGES = 8;

/** What `surf` says of a crawl in the order of cash at a deployment, as objects that it printed. */
export interface DeployedImportance {
  readonly status: readonly Record<string, unknown>[];
  readonly verified: readonly Record<string, unknown>[];
  /** Paths of the pages that were stored. */
  readonly stored: readonly string[];
  /** Of a page that the limit left. */
  readonly left: readonly Record<string, unknown>[];
}

/** Each section links eight pages, and behind them three that all sections link. */
export async function importanceAtDeployment({ surf, callers }: DeployedPlace): Promise<DeployedImportance> {
  const site = await startSite({
    handler: (exchange) => {
      const [, section] = /^\/section-(\d+)$/.exec(exchange.url.pathname) ?? [];
      const paths =
        exchange.url.pathname === '/'
          ? Array.from({ length: SECTIONS }, (_, n) => `/section-${n}`)
          : section === undefined
            ? []
            : [...Array.from({ length: PAGES }, (_, n) => `/page-${section}-${n}`), '/all-1', '/all-2', '/all-3'];
      const links = paths.map((path) => `<a href="${path}">${path}</a>`).join('');
      exchange.html(`<title>${exchange.url.pathname}</title>${links}`);
    },
  });
  const seed = `${site.origin(0)}/`;
  const limits = { pages: 1 + SECTIONS + 3 };
  const id = await callers
    .crawl({ name: 'importance', seeds: [seed], order: 'importance', limits })
    .finally(() => site.close());
  const say = (...args: readonly string[]) => deployedCommand(surf, ...args);
  const pages = await say('export', id, '--format', 'jsonl', '--columns', 'url', '-o', '-');
  return {
    status: await say('status', id),
    verified: await say('verify', id),
    stored: pages.map(({ url }) => new URL(String(url)).pathname),
    left: await say('explain', id, `${seed}page-0-0`),
  };
}
