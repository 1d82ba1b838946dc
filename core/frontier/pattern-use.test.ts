import { describe, expect, it } from 'vitest';
import type { LevelCounts } from '#core/execution/execution.ts';
import { patternUse } from '#core/frontier/pattern-use.ts';
import { Workflow } from '#core/workflow/workflow.ts';

const workflow = Workflow.parse({ seeds: ['http://a.example/'], focus: { words: ['robots'] } });
const NONE = { planned: 0, stored: 0, notModified: 0, duplicate: 0, redirected: 0, failed: 0, pending: 0 };
const levels = (discovered: number, skipped: number): LevelCounts[] => [
  { ...NONE, level: 0, discovered: 1, skipped: 0 },
  { ...NONE, level: 1, discovered, skipped },
];
const counts = (skipped: Record<string, number>) => ({ ...NONE, discovered: 9, failed: {}, skipped });

describe('a topic that let no link through (G8)', () => {
  const offTopic = { url: 'http://a.example/x', score: 25, rank: 1, position: 3 };

  it('is reported with the best of its links', () => {
    const use = patternUse(workflow, { head: { offTopic, levels: levels(3, 3) }, counts: counts({ 'off-topic': 2 }) });

    expect(use.nothingOnTopic).toEqual({ skipped: 2, best: { url: 'http://a.example/x', score: 0.25 } });
  });

  it('is not, when a link was followed or none was off topic', () => {
    const followed = patternUse(workflow, {
      head: { offTopic, levels: levels(3, 2) },
      counts: counts({ 'off-topic': 2 }),
    });
    const none = patternUse(workflow, { head: { levels: levels(3, 3) }, counts: counts({ excluded: 3 }) });

    expect([followed.nothingOnTopic, none.nothingOnTopic]).toEqual([null, null]);
  });
});
