import { describe, expectTypeOf, it } from 'vitest';
import type { Json } from '#core/model/json.ts';
import type { AnyRecord, Fields, Passage, RecordOf } from '#core/run/record-type.ts';

const fields = <const Select extends Fields>(select: Select): RecordOf<Select> => select as unknown as RecordOf<Select>;

describe('the type of a record', () => {
  it('has a text or null for a selector', () => {
    expectTypeOf(fields({ title: 'h1' })).toEqualTypeOf<{ readonly title: string | null }>();
  });

  it('has the value of each type', () => {
    const record = fields({
      price: { selector: '.price', type: 'number' },
      stock: { selector: '.stock', type: 'integer' },
      sale: { selector: '.sale', type: 'boolean' },
      date: { selector: 'time', type: 'date' },
      photo: { selector: 'img', attribute: 'src', type: 'url' },
    });

    expectTypeOf(record.price).toEqualTypeOf<number | null>();
    expectTypeOf(record.stock).toEqualTypeOf<number | null>();
    expectTypeOf(record.sale).toEqualTypeOf<boolean | null>();
    expectTypeOf(record.date).toEqualTypeOf<string | null>();
    expectTypeOf(record.photo).toEqualTypeOf<string | null>();
  });

  it('has a list for all, and records for nested fields', () => {
    const record = fields({
      tags: { selector: '.tag', all: true },
      reviews: { selector: 'li', all: true, fields: { by: '.by', stars: { selector: 'b', type: 'integer' } } },
      maker: { selector: '.maker', fields: { name: 'b' } },
    });

    expectTypeOf(record.tags).toEqualTypeOf<readonly string[]>();
    expectTypeOf(record.reviews).toEqualTypeOf<
      readonly { readonly by: string | null; readonly stars: number | null }[]
    >();
    expectTypeOf(record.maker).toEqualTypeOf<{ readonly name: string | null } | null>();
  });

  it('has the type Json for JSON without a type, and passages for keywords', () => {
    const record = fields({
      names: { jsonPath: '$..name', all: true },
      total: { pointer: '/total' },
      recalls: { keywords: ['recall'] },
    });

    expectTypeOf(record.names).toEqualTypeOf<readonly Json[]>();
    expectTypeOf(record.total).toEqualTypeOf<Json>();
    expectTypeOf(record.recalls).toEqualTypeOf<readonly Passage[]>();
  });

  it('has only the fields of select', () => {
    // @ts-expect-error: there is no field of this name
    fields({ title: 'h1' }).price;
    expectTypeOf<RecordOf<Fields>>().toEqualTypeOf<AnyRecord>();
  });
});
