import { type Pathology, page } from '#test/site/pathology.ts';

/** `/calendar/<year>/<month>`: links to the months before and after and to its days, for ever. */
export const calendar: Pathology = {
  name: 'calendar',
  about: 'A calendar without first or last month.',
  examples: {},
  endless: ['/calendar/2024/1'],
  handle: (exchange) => {
    const year = Number(exchange.part(1));
    const month = Number(exchange.part(2));
    const day = exchange.part(3);
    const at = (offset: number): string => {
      const months = year * 12 + month - 1 + offset;
      return `/calendar/${Math.floor(months / 12)}/${(months % 12) + 1}`;
    };
    const days = Array.from({ length: 28 }, (_, i) => `${at(0)}/${i + 1}`);
    exchange.html(
      page(`${year}-${month}${day === '' ? '' : `-${day}`}`, day === '' ? [at(-1), at(1), ...days] : [at(0)]),
    );
  },
};
