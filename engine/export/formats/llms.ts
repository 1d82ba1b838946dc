import { llmsFullPage, llmsHead, llmsLine, llmsSection, llmsSectionOf } from '#core/export/llms-text.ts';
import { printable } from '#core/model/printable.ts';
import { asciiJson, inParts, sortablePlace } from '#engine/export/job/counted-text.ts';
import type { Chunks, ExportJob } from '#engine/export/job/export-job.ts';
import { allPageTexts, everyPageFacts } from '#engine/export/job/page-texts.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';

/** llms.txt: a list of the pages by section, without those that have noindex. */
export const llmsFile = (job: ExportJob): Chunks => inParts(listOf(job), job.tally);

/** llms-full.txt: the whole text of these pages, in the order of the crawl. */
export const llmsFullFile = (job: ExportJob): Chunks => inParts(textsOf(job), job.tally);

async function* listOf(job: ExportJob): AsyncGenerator<string> {
  const sorted = job.scratch.sorter();
  let host = '';
  let place = 0;
  for await (const { page, text } of everyPageFacts(job)) {
    const facts = page.facts ?? text?.head;
    if (page.noindex || (text === null && facts === undefined)) continue;
    if (host === '') host = new URL(page.url).host;
    const description = printable(facts?.description ?? '');
    const entry = { url: page.url, title: printable(page.title ?? ''), description };
    const section = asciiJson(llmsSectionOf(page.url, host));
    await sorted.add([`${section}\t${sortablePlace(place++)}\t${asciiJson(entry)}`]);
  }
  if (host !== '') yield llmsHead(host);
  let section = '';
  for await (const line of sortedLines(sorted)) {
    const [name, , entry] = line.split('\t');
    if (name === undefined || entry === undefined) continue;
    if (name !== section) yield llmsSection(JSON.parse(name) as string);
    section = name;
    job.tally.items += 1;
    yield llmsLine(JSON.parse(entry) as Parameters<typeof llmsLine>[0]);
  }
}

async function* textsOf(job: ExportJob): AsyncGenerator<string> {
  for await (const { page, text } of allPageTexts(job)) {
    if (page.noindex) continue;
    job.tally.items += 1;
    yield llmsFullPage({ url: page.url, title: printable(page.title ?? '') }, text.markdown);
  }
}
