import type { IncidentBook, IncidentStore } from '#core/incident/incident-book.ts';

/** The book of incidents, in memory. */
export class MemoryIncidents implements IncidentStore {
  stored: IncidentBook | null = null;
  writes = 0;

  async book(): Promise<IncidentBook | null> {
    return structuredClone(this.stored);
  }

  async saveBook(book: IncidentBook): Promise<'saved' | 'conflict'> {
    if ((this.stored?.version ?? 0) !== book.version - 1) return 'conflict';
    this.stored = structuredClone(book);
    this.writes += 1;
    return 'saved';
  }
}
