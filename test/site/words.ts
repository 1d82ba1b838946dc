import type { Random } from '#test/site/random.ts';

const WORDS =
  'amber anchor apple autumn basil bench birch bloom bramble brook candle cedar chalk cherry clay cloud clover copper coral cotton daisy dawn drift dune elder ember falcon feather fern field finch fir flint frost garden glade grain granite grove harbour harvest hazel heather hedge heron honey island ivy jasper juniper kettle lantern larch lark laurel lavender leaf linen linden maple marble marsh meadow mill mint mist moss nettle oak oat olive orchard otter paper pear pebble pine plum pond poppy quarry quill rain raven reed ridge river robin rosemary rowan saffron sage sail salt sand shell silver slate smoke snow sparrow spruce stone storm straw thistle thyme timber tulip valley velvet violet walnut water wheat willow wind winter wool wren yarrow'.split(
    ' ',
  );

export const word = (random: Random): string => random.pick(WORDS);

/** `n` words that begin with a capital letter and end with a full stop. */
export function sentence(random: Random, n: number): string {
  const text = Array.from({ length: n }, () => word(random)).join(' ');
  return `${capital(text)}.`;
}

export const sentences = (random: Random, n: number): string =>
  Array.from({ length: n }, () => sentence(random, 6 + random.below(9))).join(' ');

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
