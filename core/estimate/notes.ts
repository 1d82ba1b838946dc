import type { SiteSample } from '#core/estimate/site-sample.ts';
import { secretHeaders } from '#core/secrets/header-secrets.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** Assumptions and omissions of the figures, one sentence each. */
export function estimateNotes(workflow: Workflow, { sitemaps, hosts }: SiteSample): string[] {
  const secrets = secretHeaders(workflow);
  const unasked = hosts.filter(({ address }) => address === null).length;
  const notes: [applies: boolean, note: string][] = [
    [
      sitemaps !== null && !sitemaps.areRead,
      'The workflow does not read the sitemaps: the crawl finds of their addresses those that links lead to.',
    ],
    [
      sitemaps !== null && sitemaps.unread > 0,
      `${sitemaps?.unread} sitemap files were not read; the estimate takes them to be as long as the others.`,
    ],
    [unasked > 0 && hosts.length > 1, `${unasked} of ${hosts.length} hosts were not asked.`],
    [workflow.scope.mode === 'any', 'The scope has no end: links lead to more hosts than the sample has seen.'],
    [workflow.output.resources, 'Images, styles and scripts of the pages come besides.'],
    [
      workflow.revisit.policy !== 'off',
      'It is an estimate of the first execution: a later one requests the pages that are due.',
    ],
    [workflow.order === 'sample', 'Walks that meet a page again do not request it again.'],
    [secrets.length > 0, `The sample sent no secret header (${secrets.join(', ')}): the site may answer otherwise.`],
  ];
  return notes.filter(([applies]) => applies).map(([, note]) => note);
}
