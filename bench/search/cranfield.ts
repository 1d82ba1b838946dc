import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SegmentWriter } from '#adapters/search/segment/segment-writer.ts';
import { cranfieldRecords } from '#bench/search/cranfield-records.ts';
import { parseSearchQuery } from '#core/search/search-query.ts';
import { openFiles } from '#test/contract/search/opened-file.ts';
import { searchDocument } from '#test/contract/search/search-document.ts';

/**
 * `node bench/search/cranfield.ts FOLDER [SEGMENTS]`: asks the 225 questions of the Cranfield
 * collection (`cran.all.1400`, `cran.qry`, `QRelsCorrectedforTRECeval`) as a user would, and prints
 * MAP and nDCG@10 as trec_eval defines them: the gain of a document is its grade, relevant is a
 * grade above 0, and what is below place 1,000 counts as not found.
 */
const MOST = 1_000;

/** Grades by question (its place in the file) and document. */
function gradesIn(path: string): Map<number, Map<string, number>> {
  const grades = new Map<number, Map<string, number>>();
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const [question = '', , document = '', grade = ''] = line.trim().split(/\s+/);
    const of = grades.get(Number(question)) ?? new Map<string, number>();
    grades.set(Number(question), of.set(document, Number(grade)));
  }
  return grades;
}

function averagePrecision(found: readonly string[], grades: ReadonlyMap<string, number>): number {
  let hits = 0;
  let sum = 0;
  for (const [i, document] of found.entries()) if ((grades.get(document) ?? 0) > 0) sum += ++hits / (i + 1);
  return sum / [...grades.values()].filter((grade) => grade > 0).length;
}

const gainOf = (grades: readonly number[]): number =>
  grades.slice(0, 10).reduce((sum, grade, i) => sum + Math.max(0, grade) / Math.log2(i + 2), 0);

const ndcg = (found: readonly string[], grades: ReadonlyMap<string, number>): number =>
  gainOf(found.map((document) => grades.get(document) ?? 0)) / gainOf([...grades.values()].sort((a, b) => b - a));

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
const grades = gradesIn(join(folder, 'QRelsCorrectedforTRECeval'));
let cpuMs = 0;
const scores = cranfieldRecords(join(folder, 'cran.qry')).flatMap((record, i) => {
  const graded = grades.get(i + 1);
  if (graded === undefined) return [];
  const query = parseSearchQuery((record.get('W') ?? '').replace(/\s+/g, ' '));
  const found = index.search({ query, limit: MOST, offset: 0, now: 0 }).results.map(({ key }) => String(Number(key)));
  const before = process.cpuUsage();
  index.search({ query, limit: 10, offset: 0, now: 0 });
  const { user, system } = process.cpuUsage(before);
  cpuMs += (user + system) / 1_000;
  return [{ precision: averagePrecision(found, graded), gain: ndcg(found, graded) }];
});
index.close();
const mean = (of: 'precision' | 'gain'): string =>
  (scores.reduce((sum, score) => sum + score[of], 0) / scores.length).toFixed(4);
process.stdout.write(`${documents.length} documents of ${Math.round(characters / documents.length)} characters,\n`);
process.stdout.write(
  `${Math.round(paths.reduce((sum, path) => sum + statSync(path).size, 0) / documents.length)} bytes of index a document\n`,
);
process.stdout.write(`${scores.length} questions: MAP ${mean('precision')}, nDCG@10 ${mean('gain')}\n`);
process.stdout.write(`${count} segments: ${(cpuMs / scores.length).toFixed(1)} ms CPU a question\n`);
rmSync(temporary, { recursive: true });
