import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SegmentWriter } from '#adapters/search/segment/segment-writer.ts';
import { cranfieldRecords } from '#bench/search/cranfield-records.ts';
import { cranfieldScores, MOST_PLACES } from '#bench/search/cranfield-scores.ts';
import { parseSearchQuery } from '#core/search/search-query.ts';
import { openFiles } from '#test/contract/search/opened-file.ts';
import { searchDocument } from '#test/contract/search/search-document.ts';

/**
 * `node bench/search/cranfield.ts FOLDER [SEGMENTS]`: asks the 225 questions of the Cranfield
 * collection (`cran.all.1400`, `cran.qry`, `QRelsCorrectedforTRECeval`) as a user would, and prints
 * MAP and nDCG@10 as trec_eval defines them: the gain of a document is its grade, relevant is a
 * grade above 0, and what is below place 1,000 counts as not found.
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error('give the folder of the collection');
const count = Number(process.argv[3] ?? 1);
const temporary = mkdtempSync(join(tmpdir(), 'surf-cranfield-'));
const documents = cranfieldRecords(join(folder, 'cran.all.1400'));
const paths = Array.from({ length: count }, (_, n) => join(temporary, `segment${n}.sqlite`));
const writers = paths.map((path) => new SegmentWriter(path));
let characters = 0;
for (const [n, record] of documents.entries()) {
  const body = record.get('W') ?? '';
  characters += body.length;
  const key = (record.get('I') ?? '').padStart(32, '0');
  const document = searchDocument({ path: `/${n}`, title: record.get('T') ?? '', body, key, kind: 'text' });
  writers[n % count]?.add(document);
}
for (const writer of writers) writer.finish();
const index = openFiles(...paths);
let cpuMs = 0;
const { questions, map, ndcg10 } = await cranfieldScores(folder, async (question) => {
  const query = parseSearchQuery(question);
  const before = process.cpuUsage();
  index.search({ query, limit: 10, offset: 0, now: 0 });
  const { user, system } = process.cpuUsage(before);
  cpuMs += (user + system) / 1_000;
  const { results } = index.search({ query, limit: MOST_PLACES, offset: 0, now: 0 });
  return results.map(({ key }) => String(Number(key)));
});
index.close();
process.stdout.write(`${documents.length} documents of ${Math.round(characters / documents.length)} characters,\n`);
process.stdout.write(
  `${Math.round(paths.reduce((sum, path) => sum + statSync(path).size, 0) / documents.length)} bytes of index a document\n`,
);
process.stdout.write(`${questions} questions: MAP ${map.toFixed(4)}, nDCG@10 ${ndcg10.toFixed(4)}\n`);
process.stdout.write(`${count} segments: ${(cpuMs / questions).toFixed(1)} ms CPU a question\n`);
rmSync(temporary, { recursive: true });
