import type { SurfClient } from '#api/client/client.ts';
import { finishedCrawl, firstKey, startCrawl } from '#test/web/finished-crawl.ts';

/** A view with something in it. */
export interface ConsolePlace {
  /** Of its screenshot. */
  readonly name: string;
  /** Below the console's address. */
  readonly place: string;
}

/** Crawls what the views are to show, and names them all. @param origins of the demo sites */
export async function consolePlaces(client: SurfClient, origins: readonly string[]): Promise<ConsolePlace[]> {
  const seeds = origins.map((origin) => `${origin}/`);
  const selection = { fields: { heading: { selector: 'h1' }, price: { selector: '.price' } } };
  const done = await finishedCrawl(client, {
    name: 'Shops and blogs',
    seeds: seeds.slice(0, 6),
    limits: { budgetUsd: 0.5 },
    selection,
  });
  await finishedCrawl(client, { name: 'Harbour Lamps, first pages', seeds: seeds.slice(0, 1), limits: { pages: 10 } });
  const live = await startCrawl(client, {
    name: 'Night Trains, politely',
    seeds: seeds.slice(5),
    politeness: { delaySeconds: 2 },
  });
  const at = `executions/${done.execution}`;
  const page = `${at}/pages/${await firstKey(client, done.execution)}`;
  const closed = encodeURIComponent(`${origins[1]}/admin/`);
  const places: Readonly<Record<string, string>> = {
    home: '',
    'new-crawl': 'new',
    workflows: 'workflows',
    'new-workflow': 'workflows/new',
    workflow: `workflows/${done.workflow.id}`,
    executions: 'executions',
    execution: at,
    'execution-live': `executions/${live.execution}`,
    tasks: `${at}/tasks`,
    explain: `${at}/explain?url=${closed}`,
    records: `${at}/records`,
    picture: `${at}/picture`,
    files: `${at}/files`,
    'page-text': page,
    'page-source': `${page}?part=source`,
    'page-headers': `${page}?part=headers`,
    'try-it': `try?url=${encodeURIComponent(seeds[0] ?? '')}`,
    settings: 'settings',
    nowhere: 'nowhere',
    'missing-execution': 'executions/x000000000000000000',
  };
  return Object.entries(places).map(([name, place]) => ({ name, place }));
}
