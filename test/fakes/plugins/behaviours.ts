/** A plug-in that does what the title of the page says. */
export const storesData = true;

interface Page {
  readonly title: string | null;
  readonly url: string;
  readonly record: Readonly<Record<string, unknown>> | null;
}

let calls = 0;

export const handler = async (page: Page): Promise<unknown> => {
  calls += 1;
  switch (page.title) {
    case 'throws':
      throw new Error('out of order');
    case 'hangs':
      return new Promise(() => undefined);
    case 'spins':
      for (;;);
    case 'huge':
      return { fields: { text: 'x'.repeat(1_000_000) } };
    case 'nothing':
      return undefined;
    case 'cycle': {
      const fields: Record<string, unknown> = {};
      fields.own = fields;
      return { fields };
    }
    case 'exits':
      return process.exit(0);
    case 'refuses':
      return { error: 'no such language' };
    case 'a list':
      return ['fields'];
    default:
      return { fields: { title: page.title, calls, seen: Object.keys(page.record ?? {}) } };
  }
};
