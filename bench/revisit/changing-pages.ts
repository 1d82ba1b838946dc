import { type Random, seededRandom } from '#test/site/random.ts';

/** Pages that change at random, at rates that differ by orders of magnitude. */
export interface PagesShape {
  readonly pages: number;
  /** Changes a day of the page in the middle. */
  readonly medianRate: number;
  /** Standard deviation of the logarithm of the rates. */
  readonly sigma: number;
  readonly seed: number;
}

/** A page with all of its changes, in days, the first one first. */
export interface ChangingPage {
  readonly rate: number;
  readonly changes: readonly number[];
}

/** @param days that the changes of each page cover */
export function changingPages(shape: PagesShape, days: number): ChangingPage[] {
  const random = seededRandom(shape.seed);
  return Array.from({ length: shape.pages }, () => {
    const rate = shape.medianRate * Math.exp(shape.sigma * normal(random));
    return { rate, changes: poisson(random, rate, days) };
  });
}

/** The Box-Muller transform. */
function normal(random: Random): number {
  const [radius, angle] = [positive(random), random.next()];
  return Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle);
}

function poisson(random: Random, rate: number, days: number): number[] {
  const changes: number[] = [];
  for (let at = gap(random, rate); at < days; at += gap(random, rate)) changes.push(at);
  return changes;
}

const gap = (random: Random, rate: number): number => -Math.log(positive(random)) / rate;
const positive = (random: Random): number => 1 - random.next();
