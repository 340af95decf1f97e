-- The walking product: one row model, its history, its trash, its audit, who may call.
-- Laws: one row, one clock (seq), one copy of each text.
CREATE TABLE meta(k TEXT PRIMARY KEY, v ANY NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE namespaces(
  ns INTEGER PRIMARY KEY AUTOINCREMENT,
  realm TEXT NOT NULL CHECK(realm IN('memory','case','space')),
  scope TEXT NOT NULL CHECK(scope IN('global','workstream','user','coordinator','project','space','actor')),
  space_id TEXT NOT NULL DEFAULT '', scope_id TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT 'live' CHECK(state IN('live','archived','dead')), dek INTEGER,
  CHECK((scope='global')=(scope_id='' AND space_id='')),
  CHECK((realm='space')=(space_id<>'')),
  UNIQUE(realm,scope,space_id,scope_id)) STRICT;
CREATE TABLE memories(
  rid INTEGER PRIMARY KEY AUTOINCREMENT, memory_id TEXT NOT NULL UNIQUE,
  ns INTEGER NOT NULL REFERENCES namespaces, name TEXT NOT NULL,
  seq INTEGER NOT NULL UNIQUE,
  type TEXT NOT NULL, origin TEXT NOT NULL CHECK(origin IN('person','agent','import','derived')),
  title TEXT, description TEXT,
  status TEXT, classification TEXT, environment TEXT, collection TEXT, metadata TEXT,
  chars INTEGER NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL,
  created_by TEXT NOT NULL, updated_by TEXT NOT NULL,
  UNIQUE(ns,name)) STRICT;
-- Without statistics SQLite prefers the later of two usable indexes: typed before recent.
CREATE INDEX memories_typed  ON memories(ns,type,updated DESC,rid DESC);
CREATE INDEX memories_recent ON memories(ns,updated DESC,rid DESC);
CREATE INDEX memories_all    ON memories(updated DESC,rid DESC);
CREATE TABLE revisions(
  seq INTEGER PRIMARY KEY, rid INTEGER NOT NULL, ns INTEGER NOT NULL, name TEXT NOT NULL,
  head BLOB NOT NULL, body INTEGER NOT NULL, dek INTEGER) STRICT;
CREATE INDEX revisions_of ON revisions(rid,seq);
CREATE TABLE contents(
  seq INTEGER PRIMARY KEY, rid INTEGER NOT NULL, text BLOB NOT NULL, dek INTEGER) STRICT;
CREATE INDEX contents_of ON contents(rid);
CREATE TABLE trash(
  rid INTEGER PRIMARY KEY, memory_id TEXT NOT NULL UNIQUE, ns INTEGER NOT NULL, name TEXT NOT NULL,
  seq INTEGER NOT NULL, row BLOB NOT NULL, deleted_seq INTEGER NOT NULL, deleted INTEGER NOT NULL,
  batch TEXT, purge_after INTEGER NOT NULL) STRICT;
CREATE INDEX trash_identity ON trash(ns,name,deleted_seq);
CREATE INDEX trash_age ON trash(purge_after);
CREATE INDEX trash_batch ON trash(batch);
CREATE TABLE audit(
  seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, action TEXT NOT NULL, ns INTEGER, rid INTEGER,
  rev_before INTEGER, rev_after INTEGER,
  token_id TEXT, user_id TEXT, uid INTEGER, pid INTEGER, program TEXT, session_id TEXT,
  request_id TEXT, batch TEXT, undoes TEXT,
  subject BLOB, detail TEXT, key_id INTEGER NOT NULL, mac BLOB NOT NULL) STRICT;
CREATE INDEX audit_rid ON audit(rid,seq);
CREATE INDEX audit_action ON audit(action,seq);
CREATE INDEX audit_user ON audit(user_id,seq);
CREATE INDEX audit_token ON audit(token_id,seq);
CREATE INDEX audit_ns ON audit(ns,seq);
CREATE INDEX audit_undoes ON audit(undoes) WHERE undoes IS NOT NULL;
CREATE INDEX audit_batch ON audit(batch,seq) WHERE batch IS NOT NULL;
-- Names and reasons are outside the chain, so that erasing them leaves it verifiable.
CREATE TABLE audit_text(
  seq INTEGER NOT NULL, ns INTEGER NOT NULL, name TEXT NOT NULL, reason TEXT,
  PRIMARY KEY(seq,ns,name)) STRICT, WITHOUT ROWID;
CREATE INDEX audit_name ON audit_text(name,ns,seq);
CREATE TRIGGER audit_frozen BEFORE UPDATE ON audit
  BEGIN SELECT RAISE(ABORT,'audit is append-only'); END;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
  WHEN OLD.seq > coalesce((SELECT v FROM meta WHERE k='audit_floor'),0)
  BEGIN SELECT RAISE(ABORT,'audit is append-only'); END;
-- INSERT OR REPLACE would be an update by another door.
CREATE TRIGGER audit_next BEFORE INSERT ON audit
  WHEN NEW.seq <= (SELECT max(seq) FROM audit)
  BEGIN SELECT RAISE(ABORT,'audit is append-only'); END;
CREATE TABLE counts(
  ns INTEGER, type TEXT, n INTEGER NOT NULL CHECK(n>=0), PRIMARY KEY(ns,type)) STRICT, WITHOUT ROWID;
CREATE TABLE access(rid INTEGER PRIMARY KEY, n INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
CREATE INDEX access_last ON access(last);
CREATE TABLE tags(tag TEXT, rid INTEGER, PRIMARY KEY(tag,rid)) STRICT, WITHOUT ROWID;
CREATE INDEX tags_of ON tags(rid);
CREATE TABLE idempotency(
  token_id TEXT, route TEXT, key TEXT, body_mac BLOB NOT NULL, status INTEGER NOT NULL,
  seq INTEGER, ref TEXT, expires INTEGER NOT NULL,
  PRIMARY KEY(token_id,route,key)) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_age ON idempotency(expires);
CREATE TABLE tokens(
  token_id TEXT PRIMARY KEY, name TEXT NOT NULL, user_id TEXT NOT NULL, uid INTEGER NOT NULL,
  permissions TEXT NOT NULL, kinds TEXT NOT NULL, workstream_id TEXT, project_id TEXT,
  project_access TEXT, environment TEXT NOT NULL DEFAULT 'local', created INTEGER NOT NULL,
  expires INTEGER, revoked INTEGER, parent_id TEXT) STRICT;
CREATE UNIQUE INDEX tokens_name ON tokens(name) WHERE revoked IS NULL;
CREATE TABLE token_secrets(
  token_id TEXT NOT NULL REFERENCES tokens, hash BLOB NOT NULL UNIQUE, valid_until INTEGER) STRICT;
CREATE INDEX token_secrets_of ON token_secrets(token_id);
CREATE TABLE workstreams(
  workstream_id TEXT PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL, state TEXT NOT NULL,
  created INTEGER NOT NULL) STRICT;
