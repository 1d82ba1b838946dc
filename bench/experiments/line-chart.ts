/** One measured point. */
export interface ChartPoint {
  readonly x: number;
  readonly y: number;
}

export interface ChartSeries {
  readonly name: string;
  readonly points: readonly ChartPoint[];
  /** Shown as a thin broken line without points: what would be ideal. */
  readonly reference?: boolean;
}

export interface LineChart {
  readonly title: string;
  readonly subtitle: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly ChartSeries[];
}

const WIDTH = 760;
const HEIGHT = 430;
const PLOT = { left: 70, right: 44, top: 72, bottom: 58 };
const COLOURS = ['#0b6bcb', '#c4501b', '#3f8f3a', '#7a4fbf'];
/** Reads well on white and on a dark page: the picture brings its own ground. */
const STYLE = `text{font:13px system-ui,sans-serif;fill:#1f2933}.title{font-size:17px;font-weight:600}.sub,.tick{fill:#52606d}.grid{stroke:#e4e7eb}.axis{stroke:#9aa5b1}`;

/**
 * A chart as SVG: x in powers of two, y linear from 0, every point with its value. Pure: equal
 * charts give equal bytes.
 */
export function lineChart(chart: LineChart): string {
  const points = chart.series.flatMap((series) => series.points);
  const xs = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const step = niceStep(Math.max(...points.map(({ y }) => y)));
  const top = step * Math.ceil(Math.max(...points.map(({ y }) => y)) / step);
  const scale = scales({ least: xs[0] ?? 1, most: xs.at(-1) ?? 1, top });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(chart.title)}">`,
    `<style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/>`,
    `<text class="title" x="${PLOT.left}" y="28">${escaped(chart.title)}</text>`,
    `<text class="sub" x="${PLOT.left}" y="48">${escaped(chart.subtitle)}</text>`,
    ...yAxis(step, top, scale.y),
    ...xAxis(xs, scale.x),
    `<text x="${(PLOT.left + WIDTH - PLOT.right) / 2}" y="${HEIGHT - 14}" text-anchor="middle">${escaped(chart.xLabel)}</text>`,
    `<text transform="translate(20 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${escaped(chart.yLabel)}</text>`,
    ...chart.series.flatMap((series, i) => line(series, scale, COLOURS[i % COLOURS.length] ?? '#000')),
    ...legend(chart.series),
    '</svg>',
    '',
  ].join('\n');
}

interface Scale {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

function scales(of: { least: number; most: number; top: number }): Scale {
  const span = Math.log2(of.most / of.least) || 1;
  const width = WIDTH - PLOT.left - PLOT.right;
  const height = HEIGHT - PLOT.top - PLOT.bottom;
  return {
    x: (value) => round(PLOT.left + (Math.log2(value / of.least) / span) * width),
    y: (value) => round(HEIGHT - PLOT.bottom - (value / of.top) * height),
  };
}

function yAxis(step: number, top: number, y: Scale['y']): string[] {
  return Array.from({ length: Math.round(top / step) + 1 }, (_, i) => {
    const at = y(i * step);
    const line = `<line class="grid" x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${at}" y2="${at}"/>`;
    return `${line}<text class="tick" x="${PLOT.left - 8}" y="${at + 4}" text-anchor="end">${round(i * step)}</text>`;
  });
}

function xAxis(xs: readonly number[], x: Scale['x']): string[] {
  const bottom = HEIGHT - PLOT.bottom;
  const axis = `<line class="axis" x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${bottom}" y2="${bottom}"/>`;
  return [
    axis,
    ...xs.map((value) => `<text class="tick" x="${x(value)}" y="${bottom + 20}" text-anchor="middle">${value}</text>`),
  ];
}

function line(series: ChartSeries, scale: Scale, colour: string): string[] {
  const path = series.points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${scale.x(x)} ${scale.y(y)}`).join('');
  if (series.reference === true) {
    return [`<path d="${path}" fill="none" stroke="#9aa5b1" stroke-width="1.5" stroke-dasharray="5 4"/>`];
  }
  const marks = series.points.map(({ x, y }) => {
    const [left, top] = [scale.x(x), scale.y(y)];
    const value = `<text x="${left + 4}" y="${top - 9}">${round(y)}</text>`;
    return `<circle cx="${left}" cy="${top}" r="4" fill="${colour}"/>${value}`;
  });
  return [`<path d="${path}" fill="none" stroke="${colour}" stroke-width="2.5"/>`, ...marks];
}

function legend(series: readonly ChartSeries[]): string[] {
  return series.map(({ name, reference }, i) => {
    const colour = reference === true ? '#9aa5b1' : (COLOURS[i % COLOURS.length] ?? '#000');
    const y = PLOT.top + 8 + i * 20;
    const x = WIDTH - PLOT.right - 190;
    const dash = reference === true ? ' stroke-dasharray="5 4"' : '';
    return `<line x1="${x}" x2="${x + 26}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="2.5"${dash}/><text x="${x + 34}" y="${y + 4}">${escaped(name)}</text>`;
  });
}

/** 1, 2 or 5 times a power of ten: about five lines up to `most`. */
function niceStep(most: number): number {
  const rough = most / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const digit = [1, 2, 5, 10].find((step) => step * power >= rough) ?? 10;
  return digit * power;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
