import * as z from 'zod';

const amount = z.number().nonnegative();

/**
 * Usage of an execution's own calls, in the provider's units. Prices are in prices.ts; storage, API
 * use and downloads are not in it.
 */
export const Usage = z.object({
  /** Lambda: GB × seconds, and invocations. */
  gbSeconds: amount,
  invocations: amount,
  /** Step Functions: state transitions (Standard). */
  transitions: amount,
  /** DynamoDB: write and read request units (on demand). */
  writeUnits: amount,
  readUnits: amount,
  /** S3: PUT/LIST and GET requests. */
  puts: amount,
  gets: amount,
  /** Secrets Manager: requests; absent: none. */
  secretReads: amount.exactOptional(),
});
export type Usage = z.infer<typeof Usage>;

export const NO_USAGE: Usage = {
  gbSeconds: 0,
  invocations: 0,
  transitions: 0,
  writeUnits: 0,
  readUnits: 0,
  puts: 0,
  gets: 0,
};

export function addUsage(a: Usage, b: Usage): Usage {
  const secretReads = (a.secretReads ?? 0) + (b.secretReads ?? 0);
  return {
    gbSeconds: a.gbSeconds + b.gbSeconds,
    invocations: a.invocations + b.invocations,
    transitions: a.transitions + b.transitions,
    writeUnits: a.writeUnits + b.writeUnits,
    readUnits: a.readUnits + b.readUnits,
    puts: a.puts + b.puts,
    gets: a.gets + b.gets,
    ...(secretReads > 0 && { secretReads }),
  };
}
