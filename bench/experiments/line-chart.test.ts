import { describe, expect, it } from 'vitest';
import { lineChart } from '#bench/experiments/line-chart.ts';

const chart = {
  title: 'Time <b>',
  subtitle: 'a & b',
  xLabel: 'parallelism',
  yLabel: 'seconds',
  series: [
    {
      name: 'measured',
      points: [
        { x: 1, y: 40 },
        { x: 2, y: 20 },
        { x: 4, y: 10 },
      ],
    },
    {
      name: 'ideal',
      reference: true,
      points: [
        { x: 1, y: 40 },
        { x: 4, y: 10 },
      ],
    },
  ],
};

describe('lineChart', () => {
  it('puts equal factors of x at equal distances, and y on a line from 0', () => {
    const circles = [...lineChart(chart).matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map((found) => [
      Number(found[1]),
      Number(found[2]),
    ]);

    expect(circles).toEqual([
      [70, 72],
      [393, 222],
      [716, 297],
    ]);
  });

  it('writes the value of each measured point and none of a reference', () => {
    const svg = lineChart(chart);

    expect(svg.match(/<circle/g)).toHaveLength(3);
    expect(svg).toContain('>20</text>');
    expect(svg).toContain('stroke-dasharray');
  });

  it('escapes what it is given', () => {
    expect(lineChart(chart)).toContain('Time &lt;b&gt;');
    expect(lineChart(chart)).not.toContain('<b>');
  });
});
