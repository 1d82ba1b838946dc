import { SurfError } from '#core/error.ts';
import { didYouMean } from '#core/faults/nearest-name.ts';
import { FIELD_TYPES, type FieldSpec, type FieldType } from '#core/selection/selection.ts';

const FIELD = /^([^=[\]]+)(\[\])?=(.+)$/s;
/** An attribute's name behind the last @; a selector with @ inside a string ends otherwise. */
const ATTRIBUTE = /^(.*[^\s])@([A-Za-z_][\w:.-]*)$/s;

const TYPED_EXAMPLE = '--select price:number=.price';

/** Their values become absolute addresses: a relative one is of no use in a table. */
const ADDRESSES = new Set(['href', 'src']);

/**
 * The fields that `--select` flags name: `title=h1` is the text of the first h1,
 * `price:number=.price` a number, `price=.price@data-value` an attribute, `links[]=a@href` the list
 * of all, as absolute addresses.
 * @throws SurfError COMMAND_USAGE
 */
export function selectedFields(values: readonly string[]): Record<string, FieldSpec> {
  return Object.fromEntries(values.map(fieldOf));
}

function fieldOf(text: string): [name: string, field: FieldSpec] {
  const [, typed, list, where] = FIELD.exec(text) ?? [];
  if (typed === undefined || where === undefined) {
    throw new SurfError('COMMAND_USAGE', `--select ${JSON.stringify(text.slice(0, 100))} is not a NAME=SELECTOR`, {
      remedy: `for example --select title=h1, --select price=.price@data-value, --select links[]=a@href, ${TYPED_EXAMPLE}`,
    });
  }
  const { name, type } = typedName(typed);
  const [, selector, attribute] = ATTRIBUTE.exec(where) ?? [];
  return [
    name,
    {
      selector: selector ?? where,
      ...(attribute !== undefined && { attribute }),
      ...(attribute !== undefined && ADDRESSES.has(attribute.toLowerCase()) && { type: 'url' as const }),
      ...(type !== undefined && { type }),
      ...(list !== undefined && { all: true }),
    },
  ];
}

/** `price:number` is the name `price` and a type; another word behind the colon is refused. */
function typedName(typed: string): { name: string; type: FieldType | undefined } {
  const at = typed.indexOf(':');
  if (at === -1) return { name: typed, type: undefined };
  const [name, word] = [typed.slice(0, at), typed.slice(at + 1)];
  const type = FIELD_TYPES.find((known) => known === word);
  if (name !== '' && type !== undefined) return { name, type };
  const guess = didYouMean(word, FIELD_TYPES, (nearest) => `--select ${name}:${nearest}=…`);
  throw new SurfError('COMMAND_USAGE', `--select: ${JSON.stringify(typed.slice(0, 100))} is not a NAME or NAME:TYPE`, {
    remedy:
      `${guess}types are ${FIELD_TYPES.join(', ')}: ${TYPED_EXAMPLE}; ` +
      'a name with a colon goes into a file of --selection',
  });
}
