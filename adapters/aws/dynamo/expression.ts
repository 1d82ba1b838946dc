import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { attributeOf } from '#adapters/aws/dynamo/attributes.ts';

/**
 * Names and values of one expression. Every name is behind a placeholder, so none of DynamoDB's 573
 * reserved words is in the way.
 *
 * @see
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ExpressionAttributeNames.html
 */
export class Expression {
  readonly #names = new Map<string, string>();
  readonly #values: Record<string, AttributeValue> = {};

  /** Placeholder of an attribute's name. */
  name(attribute: string): string {
    const known = this.#names.get(attribute);
    if (known !== undefined) return known;
    const placeholder = `#n${this.#names.size}`;
    this.#names.set(attribute, placeholder);
    return placeholder;
  }

  /** Placeholder of a value. */
  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.#values).length}`;
    this.#values[placeholder] = attributeOf(value);
    return placeholder;
  }

  /** `wave = 3`, or another comparison. */
  compare(attribute: string, comparison: '=' | '<' | '<=' | '>' | '>=', value: unknown): string {
    return `${this.name(attribute)} ${comparison} ${this.value(value)}`;
  }

  /** Includes both ends. */
  between(attribute: string, first: string, last: string): string {
    return `${this.name(attribute)} BETWEEN ${this.value(first)} AND ${this.value(last)}`;
  }

  beginsWith(attribute: string, prefix: string): string {
    return `begins_with(${this.name(attribute)}, ${this.value(prefix)})`;
  }

  exists(attribute: string): string {
    return `attribute_exists(${this.name(attribute)})`;
  }

  absent(attribute: string): string {
    return `attribute_not_exists(${this.name(attribute)})`;
  }

  /** `SET a = 1, b = 2`; fields that are undefined stay as they are. */
  set(fields: object): string {
    const changed = Object.entries(fields).filter(([, value]) => value !== undefined);
    return `SET ${changed.map(([field, value]) => `${this.name(field)} = ${this.value(value)}`).join(', ')}`;
  }

  remove(...attributes: readonly string[]): string {
    return `REMOVE ${attributes.map((attribute) => this.name(attribute)).join(', ')}`;
  }

  /** Parts for the request; without values where there are none, which DynamoDB refuses. */
  parts(): {
    ExpressionAttributeNames: Record<string, string>;
    ExpressionAttributeValues?: Record<string, AttributeValue>;
  } {
    const ExpressionAttributeNames = Object.fromEntries([...this.#names].map(([name, place]) => [place, name]));
    const values = Object.keys(this.#values).length > 0;
    return { ExpressionAttributeNames, ...(values && { ExpressionAttributeValues: this.#values }) };
  }
}
