/**
 * The format of surf.db. Version n reads all before it, by making the tables that are new; there is
 * nothing before 1.
 */
export const DATABASE_FORMAT = 5;

/** Most rows that one transaction writes: the others wait for it. */
export const MAX_ROWS_PER_TRANSACTION = 500;

/**
 * All tables. A row that only its adapter reads whole is JSON in one column; what a condition or an
 * index needs has a column. Clustered by primary key (WITHOUT ROWID), so a row is one B-tree entry
 * and a wave's task rows, sorted by key, fill pages in order.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS workflows (
  id TEXT NOT NULL, version INTEGER NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (id, version)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS workflow_heads (
  id TEXT PRIMARY KEY, owner TEXT NOT NULL, version INTEGER NOT NULL, updated_at REAL NOT NULL, json TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS workflow_heads_by_owner ON workflow_heads (owner, updated_at, id);
CREATE INDEX IF NOT EXISTS workflow_heads_by_age ON workflow_heads (updated_at, id);

CREATE TABLE IF NOT EXISTS requests (
  owner TEXT NOT NULL, key TEXT NOT NULL, at REAL NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (owner, key)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS executions (
  id TEXT PRIMARY KEY, created_at REAL NOT NULL, deadline_at REAL, behind INTEGER NOT NULL, json TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS executions_by_age ON executions (created_at, id);
CREATE INDEX IF NOT EXISTS executions_by_owner ON executions (json ->> 'owner', created_at, id);
CREATE INDEX IF NOT EXISTS executions_by_deadline ON executions (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS executions_behind ON executions (id) WHERE behind = 1;

CREATE TABLE IF NOT EXISTS events (
  execution TEXT NOT NULL, seq INTEGER NOT NULL, once TEXT NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (execution, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS events_once ON events (execution, once);

CREATE TABLE IF NOT EXISTS tasks (
  execution TEXT NOT NULL, key TEXT NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (execution, key)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS units (
  execution TEXT NOT NULL, wave INTEGER NOT NULL, unit INTEGER NOT NULL, token TEXT NOT NULL,
  started_at REAL NOT NULL, beat_at REAL NOT NULL, live TEXT NOT NULL, died INTEGER NOT NULL, ended INTEGER NOT NULL,
  PRIMARY KEY (execution, wave, unit)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS hosts (
  host TEXT PRIMARY KEY, owner TEXT, lease_until REAL NOT NULL, next_allowed_at REAL NOT NULL, found REAL NOT NULL,
  wanted TEXT, wanted_until REAL NOT NULL, released_by TEXT
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS drivers (
  execution TEXT NOT NULL, token TEXT NOT NULL, pid INTEGER NOT NULL, role TEXT NOT NULL, beat_at REAL NOT NULL,
  PRIMARY KEY (execution, token)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS users (
  id TEXT PRIMARY KEY, created_at REAL NOT NULL, json TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS users_by_age ON users (created_at, id);

CREATE TABLE IF NOT EXISTS api_keys (
  id TEXT PRIMARY KEY, owner TEXT NOT NULL, created_at REAL NOT NULL, json TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS api_keys_by_age ON api_keys (created_at, id);
CREATE INDEX IF NOT EXISTS api_keys_by_owner ON api_keys (owner, created_at, id);

CREATE TABLE IF NOT EXISTS places (
  owner TEXT NOT NULL, execution TEXT NOT NULL, taken_at REAL NOT NULL,
  PRIMARY KEY (owner, execution)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS usage_days (
  user TEXT NOT NULL, day TEXT NOT NULL, requests INTEGER NOT NULL, full_at REAL NOT NULL,
  PRIMARY KEY (user, day)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS usage_work (
  user TEXT NOT NULL, day TEXT NOT NULL, execution TEXT NOT NULL,
  base_pages REAL NOT NULL, base_usd REAL NOT NULL, pages REAL NOT NULL, usd REAL NOT NULL,
  PRIMARY KEY (user, day, execution)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS stored_parts (
  user TEXT NOT NULL, execution TEXT NOT NULL, part TEXT NOT NULL, bytes REAL NOT NULL,
  PRIMARY KEY (user, execution, part)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS audit (id TEXT PRIMARY KEY, at REAL NOT NULL, json TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS audit_by_age ON audit (at, id);

CREATE TABLE IF NOT EXISTS blocklist (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS schedules (
  workflow TEXT NOT NULL, name TEXT NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (workflow, name)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS subscriptions (
  workflow TEXT NOT NULL, name TEXT NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (workflow, name)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS deliveries (
  workflow TEXT NOT NULL, name TEXT NOT NULL, id TEXT NOT NULL, created_at REAL NOT NULL, waiting INTEGER NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (workflow, name, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS deliveries_waiting ON deliveries (workflow) WHERE waiting = 1;

CREATE TABLE IF NOT EXISTS robots (origin TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
`;
