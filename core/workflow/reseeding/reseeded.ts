import { faultError } from '#core/faults/workflow-fault.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { secretSeedFaults } from '#core/workflow/parsing/secret-rules.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/**
 * A checked workflow with other seeds. What was checked of its other fields still holds; this
 * checks only the rule about a field and the seeds together. So a function that starts a crawl by
 * itself does without the parser, which is half a megabyte of its cold start.
 *
 * @param seeds addresses that Surf found, each a crawl URL; not more than `MAX_SEEDS`
 * @throws SurfError SECRET_IN_CLEAR where a secret header would be sent without TLS
 */
export function reseeded(workflow: Workflow, seeds: readonly string[]): Workflow {
  const distinct = [...new Set(seeds.map((url): string => parseCrawlUrl(url) ?? url))];
  const changed = { ...workflow, seeds: distinct };
  const [first, ...others] = secretSeedFaults(changed);
  if (first !== undefined) throw faultError([first, ...others]);
  return changed;
}
