import { readFileSync } from 'node:fs';

/** Records of a file of the Cranfield collection: number (`I`), then the text of each field. */
export function cranfieldRecords(path: string): Map<string, string>[] {
  return readFileSync(path, 'latin1')
    .split(/^\.I /m)
    .slice(1)
    .map((record) => {
      const [number = '', ...fields] = record.split(/^\.(?=[A-Z]\s*$)/m);
      const pairs = fields.map((field): [string, string] => [field.charAt(0), field.slice(1).trim()]);
      return new Map([['I', number.trim()], ...pairs]);
    });
}
