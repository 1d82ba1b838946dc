import type * as z from 'zod';

type Issue = z.core.$ZodIssue;
type Size = Pick<z.core.$ZodIssueTooSmall, 'origin' | 'inclusive'>;

/** Beginning of the messages that zod makes itself. */
const OF_ZOD = /^(?:Invalid|Too|Unrecognized)\b/;

const TYPES: Readonly<Record<string, string>> = {
  string: 'is not text',
  number: 'is not a number',
  int: 'is not a whole number',
  boolean: 'is neither true nor false',
  array: 'is not a list',
  object: 'is not an object',
  record: 'is not an object',
  null: 'is not null',
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'is not a time such as 2026-12-01T08:00:00Z',
  url: 'is not a URL',
  email: 'is not an e-mail address',
};

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', record: 'entries' };

const WRONG_FORM = 'has a wrong form';

/**
 * What a schema finds wrong at a place, in a user's words: `query.limit is less than 1`. A message
 * that the schema has itself stays: `query.since: names no execution`.
 */
export const schemaIssue = (place: string, issue: Issue): string =>
  `${place}${isOfZod(issue) ? '' : ':'} ${issueText(issue)}`;

/** The same without its place. */
export const issueText = (issue: Issue): string => (isOfZod(issue) ? predicateOf(issue) : issue.message);

const isOfZod = ({ message }: Issue): boolean => OF_ZOD.test(message);

function predicateOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? 'is missing' : (TYPES[issue.expected] ?? WRONG_FORM);
    case 'invalid_value':
      return `is not one of: ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? WRONG_FORM;
    case 'unrecognized_keys':
      return `has the unknown field ${issue.keys.map((key) => JSON.stringify(key.slice(0, 100))).join(', ')}`;
    case 'too_small':
      return tooSmall(issue, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue, Number(issue.maximum));
    default:
      return WRONG_FORM;
  }
}

function tooSmall({ origin, inclusive }: Size, least: number): string {
  const unit = UNITS[origin];
  if (unit === undefined) return inclusive === false ? `is not more than ${least}` : `is less than ${least}`;
  return least === 1 ? 'is empty' : `has fewer than ${least} ${unit}`;
}

function tooBig({ origin, inclusive }: Size, most: number): string {
  const unit = UNITS[origin];
  if (unit === undefined) return inclusive === false ? `is not less than ${most}` : `is more than ${most}`;
  return `has more than ${most} ${unit}`;
}
