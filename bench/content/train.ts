import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOOSTING, type Boosting, boostedTrees, chances, type Examples } from '#bench/content/boosted-trees.ts';
import { commonWords } from '#bench/content/common-words.ts';
import { f1Of, type LabelledPage, labelledPages, textOf, wordsOf } from '#bench/content/labelled-pages.ts';
import { blockFeatures, FEATURES } from '#core/content/blocks/block-features.ts';
import { type BlockModel, BlockScorer } from '#core/content/blocks/block-model.ts';
import { judgedPage, pageContent } from '#core/content/blocks/content-root.ts';
import { contentText } from '#core/content/main-text.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/**
 * `npm run train:content -- FOLDER [SEED…]`: trains the model of blocks from pages with a known
 * truth, and writes `core/content/blocks/block-model.json`. With seeds it writes nothing and tells
 * the F1 of pages that the model has not seen: five parts by host for each seed, each judged by
 * what the other four teach.
 */
interface Lesson extends LabelledPage {
  readonly rows: readonly Float64Array[];
  readonly labels: readonly number[];
  readonly weights: readonly number[];
}

const URL_OF = 'http://page.example/' as CrawlUrl;
const MODEL = join(import.meta.dirname, '../../core/content/blocks/block-model.json');
const PARTS = 5;
/** A block weighs as its share of the truth does in the page's F1; at most so much. */
const MOST_WEIGHT = 5;
const NAMES = Object.keys(FEATURES);

function lessonOf(page: LabelledPage): Lesson {
  const truth = wordsOf(page.text);
  try {
    const { blocks, numbers } = judgedPage(page.html, URL_OF);
    const words = blocks.map(({ text }) => wordsOf(text));
    const common = commonWords(words.flat(), truth);
    let from = 0;
    const labels = words.map((own) => {
      const found = common.slice(from, from + own.length).filter(Boolean).length;
      from += own.length;
      return found / Math.max(1, own.length);
    });
    const weights = words.map((own) => (truth.length === 0 ? 0 : Math.min(MOST_WEIGHT, own.length / truth.length)));
    return { ...page, rows: blockFeatures(blocks, numbers, NAMES), labels, weights };
  } catch {
    return { ...page, rows: [], labels: [], weights: [] };
  }
}

function modelOf(lessons: readonly Lesson[], options: Boosting): BlockModel {
  const taught = lessons.filter(({ text }) => text !== '');
  const weights = Float64Array.from(taught.flatMap((lesson) => lesson.weights));
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.length);
  const examples: Examples = {
    rows: taught.flatMap(({ rows }) => rows),
    labels: Float64Array.from(taught.flatMap(({ labels }) => labels)),
    weights: weights.map((weight) => weight / mean),
  };
  return { features: NAMES, trees: boostedTrees(examples, options) };
}

/** Pages of one site are in one part: they look alike. */
function partsOf(lessons: readonly Lesson[], seed: number): Lesson[][] {
  const hosts = [...new Set(lessons.map(siteOf))].sort();
  const chance = chances(seed);
  const order = new Map(hosts.map((host) => [host, chance()]));
  const sorted = hosts.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  const part = new Map(sorted.map((host, at) => [host, at % PARTS]));
  return Array.from({ length: PARTS }, (_, n) => lessons.filter((lesson) => part.get(siteOf(lesson)) === n));
}

const siteOf = ({ url }: LabelledPage): string => (URL.parse(url)?.hostname ?? '').split('.').slice(-2).join('.');

function heldOut(lessons: readonly Lesson[], seed: number): Map<string, number[]> {
  const scores = new Map<string, number[]>();
  const parts = partsOf(lessons, seed);
  for (const part of parts) {
    const rest = parts.filter((other) => other !== part).flat();
    const scorer = new BlockScorer(modelOf(rest, { ...BOOSTING, seed }));
    for (const { html, text, type } of part) {
      const score = f1Of(textOf(markdownOf(html, scorer)), text);
      for (const key of [type, 'all']) scores.set(key, [...(scores.get(key) ?? []), score]);
    }
  }
  return scores;
}

function markdownOf(html: string, scorer: BlockScorer): string {
  try {
    return contentText(pageContent(html, URL_OF, scorer)).markdown;
  } catch {
    return '';
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function main([folder, ...seeds]: readonly string[]): void {
  if (folder === undefined) throw new Error('give the folder with html/ and ground-truth/');
  const lessons = labelledPages(folder).map(lessonOf);
  for (const seed of seeds) {
    const scores = [...heldOut(lessons, Number(seed))].sort();
    const line = scores.map(([type, values]) => `${type} ${mean(values).toFixed(4)}`).join('  ');
    process.stdout.write(`seed ${seed}  ${line}\n`);
  }
  if (seeds.length > 0) return;
  const { features, trees } = modelOf(lessons, BOOSTING);
  writeFileSync(MODEL, `${JSON.stringify({ features, trees }, null, 2)}\n`);
  process.stdout.write(`${trees.length} trees, ${trees.join('').length} characters\n`);
}

if (import.meta.main) main(process.argv.slice(2));
