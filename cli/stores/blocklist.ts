/** One line of `surf blocklist`. */
export interface ListedBlock {
  readonly id: string;
  readonly pattern: string;
  readonly note: string | null;
  readonly by: string;
  readonly createdAt: string;
}

/** Hosts and URLs that no execution requests. Changing it is for administrators. */
export interface Blocklist {
  list(): Promise<readonly ListedBlock[]>;
  /** @throws SurfError PATTERN_INVALID, FIELD_INVALID for a full list, FORBIDDEN */
  add(pattern: string, note: string | null): Promise<ListedBlock>;
  /** @throws SurfError ENTRY_NOT_FOUND, FORBIDDEN */
  remove(id: string): Promise<void>;
}
