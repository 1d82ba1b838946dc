import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONF_NAMES } from '#core/crawler-conf/conf-fields.ts';
import { parseCrawlerConf } from '#core/crawler-conf/crawler-conf.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('docs/reference/crawler-conf.md', () => {
  const page = read('docs/reference/crawler-conf.md');
  const example = read('examples/crawler.conf');

  it('shows examples/crawler.conf, which has every field and is valid (T1)', () => {
    const conf = parseCrawlerConf(example);

    expect(page).toContain(`\`\`\`\n${example}\`\`\``);
    expect(CONF_NAMES.filter((name) => !example.includes(`\n${name} = `))).toEqual([]);
    expect(conf).toMatchObject({ repository: 'repository', logFile: null, logLevel: 1, periodHours: 24 });
    expect(checkWorkflow(conf.document)).toMatchObject({
      seeds: ['http://www.example.org/', 'http://docs.example.org/guide/'],
      scope: { mode: 'domain', include: ['*.html', '*.htm', '*/'], exclude: ['*/print/*', 're:[?&]sid='] },
      limits: { pages: 500 },
      parallelism: 4,
    });
  });

  it('has a row for each field, and the defaults that the code has', () => {
    const defaults = parseCrawlerConf('Starting-points = { "http://a.example/" }');
    const { parallelism, hostsPerWorker, scope, limits } = checkWorkflow(defaults.document);

    expect(CONF_NAMES.filter((name) => !page.includes(`\n| \`${name}\` | `))).toEqual([]);
    expect(page).toContain(`| ${parallelism * hostsPerWorker} | \`parallelism\``);
    expect([scope.mode, limits.pages, limits.depth]).toEqual(['host', null, null]);
  });
});
