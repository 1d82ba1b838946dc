/** The eight sites of the demo, one loopback address each. */
export interface SiteProfile {
  readonly kind: 'shop' | 'blog';
  readonly name: string;
  readonly motto: string;
  /** What the shop sells by category, or what the blog writes about. */
  readonly topics: readonly string[];
  /** Colour of its header. */
  readonly colour: string;
  /** A page of somebody else, out of the crawl's scope. */
  readonly external: string;
}

export const SITE_PROFILES: readonly SiteProfile[] = [
  {
    kind: 'shop',
    name: 'Harbour Lamps',
    motto: 'Light for small rooms',
    topics: ['table', 'ceiling', 'garden'],
    colour: '#1d4e89',
    external: 'https://www.example.com/lamps',
  },
  {
    kind: 'blog',
    name: 'The Slow Kettle',
    motto: 'Notes on tea, taken slowly',
    topics: ['green', 'black', 'kettles', 'travel'],
    colour: '#4a7c59',
    external: 'https://www.example.org/tea',
  },
  {
    kind: 'shop',
    name: 'Fern & Flint',
    motto: 'Tools for the garden',
    topics: ['spades', 'gloves', 'seeds'],
    colour: '#386641',
    external: 'https://www.example.com/garden',
  },
  {
    kind: 'blog',
    name: 'Night Trains',
    motto: 'Across the continent, asleep',
    topics: ['routes', 'stations', 'food', 'maps'],
    colour: '#2b2d42',
    external: 'https://www.example.org/trains',
  },
  {
    kind: 'shop',
    name: 'Paper Heron',
    motto: 'Notebooks that open flat',
    topics: ['notebooks', 'pens', 'boxes'],
    colour: '#9a031e',
    external: 'https://www.example.com/paper',
  },
  {
    kind: 'blog',
    name: 'Rowan Street Kitchen',
    motto: 'Soup, mostly',
    topics: ['soup', 'bread', 'winter', 'summer'],
    colour: '#bc6c25',
    external: 'https://www.example.org/soup',
  },
  {
    kind: 'shop',
    name: 'Copper & Wren',
    motto: 'Pots that outlive their owners',
    topics: ['pots', 'pans', 'lids'],
    colour: '#7f4f24',
    external: 'https://www.example.com/pots',
  },
  {
    kind: 'blog',
    name: 'Low Tide',
    motto: 'What the sea leaves behind',
    topics: ['shells', 'birds', 'weather', 'walks'],
    colour: '#05668d',
    external: 'https://www.example.org/tide',
  },
];
