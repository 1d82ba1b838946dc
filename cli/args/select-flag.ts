import { SurfError } from '#core/error.ts';
import type { FieldSpec } from '#core/selection/selection.ts';

const FIELD = /^([^=[\]]+)(\[\])?=(.+)$/s;
/** An attribute's name behind the last @; a selector with @ inside a string ends otherwise. */
const ATTRIBUTE = /^(.*[^\s])@([A-Za-z_][\w:.-]*)$/s;

/** Their values become absolute addresses: a relative one is of no use in a table. */
const ADDRESSES = new Set(['href', 'src']);

/**
 * The fields that `--select` flags name: `title=h1` is the text of the first h1,
 * `price=.price@data-value` an attribute, `links[]=a@href` the list of all, as absolute addresses.
 * @throws SurfError COMMAND_USAGE
 */
export function selectedFields(values: readonly string[]): Record<string, FieldSpec> {
  return Object.fromEntries(values.map(fieldOf));
}

function fieldOf(text: string): [name: string, field: FieldSpec] {
  const [, name, list, where] = FIELD.exec(text) ?? [];
  if (name === undefined || where === undefined) {
    throw new SurfError('COMMAND_USAGE', `--select ${JSON.stringify(text.slice(0, 100))} is not a NAME=SELECTOR`, {
      remedy: 'for example --select title=h1, --select price=.price@data-value, --select links[]=a@href',
    });
  }
  const [, selector, attribute] = ATTRIBUTE.exec(where) ?? [];
  return [
    name,
    {
      selector: selector ?? where,
      ...(attribute !== undefined && { attribute }),
      ...(attribute !== undefined && ADDRESSES.has(attribute.toLowerCase()) && { type: 'url' as const }),
      ...(list !== undefined && { all: true }),
    },
  ];
}
