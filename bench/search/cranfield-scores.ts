import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cranfieldRecords } from '#bench/search/cranfield-records.ts';

/** Results of a question that count. */
export const MOST_PLACES = 1_000;

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

/** Means over the questions that have grades. */
export interface CranfieldScores {
  readonly questions: number;
  readonly map: number;
  readonly ndcg10: number;
}

/**
 * Asks the questions of the collection, and scores the answers as trec_eval does: the gain of a
 * document is its grade, and relevant is a grade above 0.
 * @param ask answers with numbers of documents, best first, MOST_PLACES at most
 */
export async function cranfieldScores(
  folder: string,
  ask: (question: string) => Promise<readonly string[]>,
): Promise<CranfieldScores> {
  const grades = gradesIn(join(folder, 'QRelsCorrectedforTRECeval'));
  const scores: { readonly precision: number; readonly gain: number }[] = [];
  for (const [i, record] of cranfieldRecords(join(folder, 'cran.qry')).entries()) {
    const graded = grades.get(i + 1);
    if (graded === undefined) continue;
    const found = await ask((record.get('W') ?? '').replace(/\s+/g, ' ').trim());
    scores.push({ precision: averagePrecision(found, graded), gain: ndcg(found, graded) });
  }
  const mean = (of: 'precision' | 'gain'): number => scores.reduce((sum, score) => sum + score[of], 0) / scores.length;
  return { questions: scores.length, map: mean('precision'), ndcg10: mean('gain') };
}
