import type { Run } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { whenIndexed } from '#cli/backend/when-indexed.ts';
import { numberFlag } from '#cli/export/number-flag.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { count, counted } from '#cli/terminal/format.ts';
import { printable } from '#core/model/printable.ts';
import { MOST_EXAMPLES, MOST_TOPICS, type Topic } from '#core/topics/page-topics.ts';
import type { TopicsAnswer } from '#engine/search/execution-topics.ts';

const USUAL_EXAMPLES = 3;

/** `surf topics ID`: groups the pages of an ended execution by topic. */
export const run: Run = async (call) => {
  const asked = numberFlag(call, { flag: 'topics', usual: 0, least: 1, most: MOST_TOPICS });
  const topics = asked === 0 ? null : asked;
  const examples = numberFlag(call, { flag: 'examples', usual: USUAL_EXAMPLES, least: 0, most: MOST_EXAMPLES });
  return await withExecution(call, async (backend, id) => {
    const answer = await whenIndexed(call, () => backend.topics(id, { topics, examples }));
    if (call.json || process.stdout.isTTY !== true) {
      const { topics: found, ...summary } = answer;
      await call.terminal.json({ type: 'summary', schema: 1, execution: id, topics: found.length, ...summary });
      for (const topic of found) await call.terminal.json({ type: 'topic', ...topic });
    } else for (const line of linesOf(answer)) await call.terminal.line(line);
    return EXIT.succeeded;
  });
};

function linesOf({ topics, read, indexed, complete, without }: TopicsAnswer): string[] {
  const part = read < indexed ? ` (a sample of ${count(indexed)})` : '';
  return [
    `${counted(read, 'page')}${part}, ${counted(topics.length, 'topic')}`,
    ...(complete ? [] : [`the index has ${count(indexed)} pages, not all`]),
    ...topics.flatMap(topicLines),
    ...(without === 0 ? [] : ['', `${counted(without, 'page')} with other keywords, or none`]),
  ];
}

const topicLines = ({ words, pages, examples }: Topic): string[] => [
  '',
  `${count(pages).padStart(6)}  ${printable(words.join(', '))}`,
  ...examples.flatMap(({ url, title, keywords }) => [
    `        ${printable(title === '' ? url : title)}`,
    ...(title === '' ? [] : [`          ${printable(url)}`]),
    `          ${printable(keywords.join(', '))}`,
  ]),
];
