import { describe, expect, it } from 'vitest';
import { SurfError } from '#core/error.ts';
import { sampleExecution } from '#test/contract/samples.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { doRequested, type RequestedWorkPorts } from './requested-work.ts';

const { id } = sampleExecution();
const SHUT = new SurfError('STORE_UNAVAILABLE', 'the table does not answer', { remedy: 'try again', retryable: true });

const shut = (): never => {
  throw SHUT;
};

async function done(change: { readonly list?: MemoryArchive['list']; readonly isKept?: boolean }) {
  const [archive, catalog] = [new MemoryArchive(), new MemoryCatalog()];
  await catalog.createExecution(sampleExecution({ owner: 'ada' }));
  if (change.list !== undefined) archive.list = change.list;
  const kept: unknown[] = [];
  const lines: string[] = [];
  const accounts = {
    keepStored: async (stored: unknown) => {
      if (change.isKept === false) throw SHUT;
      kept.push(stored);
    },
  };
  const source = { archive, catalog, accounts, clock: { now: () => 7 } };
  const telemetry = { line: (text: string) => void lines.push(text), problem: (text: string) => void lines.push(text) };
  const ports: RequestedWorkPorts = { source, telemetry };
  await doRequested(ports, {
    id,
    attempt: '1-a',
    build: () => archive.put(`executions/${id}/reports/audit.json`, [Buffer.from('{}')]).then(() => undefined),
    name: async () => 'audit',
    unavailable: 'AUDIT_UNAVAILABLE',
    log: { built: 'built', not: 'not built', fields: {} },
  });
  return { keys: archive.keys, kept, lines };
}

describe('a file that was requested and is built', () => {
  it('counts for its owner', async () => {
    expect(await done({})).toEqual({
      keys: [`executions/${id}/reports/audit.json`],
      kept: [{ user: 'ada', execution: id, part: 'files', bytes: 2 }],
      lines: ['built'],
    });
  });

  it.each([
    ['the list of files', { list: shut }],
    ['the row of its owner', { isKept: false }],
  ])('has not failed because %s cannot be reached', async (_, change) => {
    const { keys, kept, lines } = await done(change);

    expect({ keys, kept, lines }).toEqual({
      keys: [`executions/${id}/reports/audit.json`],
      kept: [],
      lines: ['built'],
    });
  });
});
