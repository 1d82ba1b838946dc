import type { IncidentState, IncidentStore } from '#core/incident/incident-state.ts';

/** The state of incidents, in memory. */
export class MemoryIncidents implements IncidentStore {
  stored: IncidentState | null = null;
  writes = 0;

  async state(): Promise<IncidentState | null> {
    return structuredClone(this.stored);
  }

  async saveState(state: IncidentState): Promise<'saved' | 'conflict'> {
    if ((this.stored?.version ?? 0) !== state.version - 1) return 'conflict';
    this.stored = structuredClone(state);
    this.writes += 1;
    return 'saved';
  }
}
