import { type StructuredItem, type StructuredValue, termOf } from '#core/facts/items/structured-item.ts';

/**
 * What items say, a line each: the path of properties and types, and the value. White space, the
 * form of numbers, `https://schema.org/` before a term, and the order do not count.
 */
export function statementsOf(items: readonly StructuredItem[], path = ''): string[] {
  return items.flatMap(({ type, properties }) => {
    const own = `${path}/${[...type].sort().join('+')}`;
    const said = Object.entries(properties).flatMap(([name, values]) =>
      values.flatMap((value) =>
        typeof value === 'object' ? statementsOf([value], `${own}.${name}`) : [`${own}.${name}=${plain(value)}`],
      ),
    );
    return [own, ...said];
  });
}

const plain = (value: Exclude<StructuredValue, StructuredItem>): string => {
  const text = termOf(String(value).replace(/\s+/g, ' ')).replace(/\/$/, '');
  return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text;
};
