import type { WebShape } from '#bench/simulate/web-shape.ts';

/** One page: its place in its level. */
interface PagePlace {
  readonly level: number;
  readonly index: number;
}

/** Addresses and links of a shape: each page's are computed from its place, nothing is kept. */
export class SimulatedWeb {
  readonly shape: WebShape;

  constructor(shape: WebShape) {
    this.shape = shape;
  }

  get pages(): number {
    return this.shape.levels.reduce((sum, size) => sum + size, 0);
  }

  get seeds(): string[] {
    return Array.from({ length: this.shape.levels[0] ?? 0 }, (_, index) => this.urlOf({ level: 0, index }));
  }

  urlOf({ level, index }: PagePlace): string {
    const host = `http://host-${index % this.shape.hosts}.simulated.test`;
    return level === 0 ? `${host}/` : `${host}/section-${index % 97}/a-page-of-usual-length-${level}-${index}.html`;
  }

  placeOf(url: string): PagePlace {
    const [, level, index] = /-(\d+)-(\d+)\.html$/.exec(url) ?? [];
    if (level !== undefined) return { level: Number(level), index: Number(index) };
    return { level: 0, index: Number(/^http:\/\/host-(\d+)\./.exec(url)?.[1]) };
  }

  /** Does the page answer 404? Only pages of the last level, so that all others are found. */
  isError({ level, index }: PagePlace): boolean {
    const { errorsEvery, levels } = this.shape;
    return errorsEvery > 0 && level > 0 && level === levels.length - 1 && index % errorsEvery === errorsEvery - 1;
  }

  /** What it links: the pages that it alone finds, then some of the same level. */
  linksOf({ level, index }: PagePlace): string[] {
    const { levels, repeats } = this.shape;
    const here = levels[level] ?? 1;
    const below = levels[level + 1] ?? 0;
    const links: string[] = [];
    const end = Math.floor(((index + 1) * below) / here);
    for (let next = Math.floor((index * below) / here); next < end; next++)
      links.push(this.urlOf({ level: level + 1, index: next }));
    const more = Math.floor((index + 1) * repeats) - Math.floor(index * repeats);
    for (let i = 1; i <= more; i++) links.push(this.urlOf({ level, index: (index * 7_919 + i * 104_729) % here }));
    return links;
  }
}
