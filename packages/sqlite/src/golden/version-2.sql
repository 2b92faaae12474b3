-- A database as version 2 of the tables has it, written with node:sqlite. Never change it:
-- every version of Helve has to read it.
CREATE TABLE helve_schema (version BIGINT NOT NULL);
CREATE TABLE helve_runs (
  run_key INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id TEXT NOT NULL UNIQUE,
  version BIGINT NOT NULL,
  agent_id TEXT NOT NULL,
  thread_id TEXT,
  resource_id TEXT,
  parent_run_id TEXT,
  state TEXT NOT NULL,
  created_at DOUBLE PRECISION NOT NULL,
  updated_at DOUBLE PRECISION NOT NULL,
  lease_owner TEXT,
  lease_until DOUBLE PRECISION,
  has_log INTEGER NOT NULL DEFAULT 0,
  body TEXT NOT NULL
  , has_turn INTEGER NOT NULL DEFAULT 0);
CREATE INDEX helve_runs_state ON helve_runs (state, run_key, created_at);
CREATE INDEX helve_runs_agent ON helve_runs (agent_id, state, run_key, created_at);
CREATE INDEX helve_runs_thread ON helve_runs (thread_id, run_key) WHERE thread_id IS NOT NULL;
CREATE INDEX helve_runs_resource ON helve_runs (resource_id, run_key)
  WHERE resource_id IS NOT NULL;
CREATE INDEX helve_runs_parent ON helve_runs (parent_run_id) WHERE parent_run_id IS NOT NULL;
CREATE INDEX helve_runs_log ON helve_runs (updated_at) WHERE has_log = 1;
CREATE INDEX helve_runs_turn ON helve_runs (thread_id) WHERE has_turn = 1;
CREATE TABLE helve_calls (
  run_key BIGINT NOT NULL REFERENCES helve_runs (run_key) ON DELETE CASCADE,
  call_id TEXT NOT NULL,
  version BIGINT NOT NULL,
  tool_name TEXT NOT NULL,
  step BIGINT NOT NULL,
  place BIGINT NOT NULL,
  is_open INTEGER NOT NULL,
  body TEXT NOT NULL, expires_at DOUBLE PRECISION,
  PRIMARY KEY (run_key, call_id)
  );
CREATE INDEX helve_calls_expiry ON helve_calls (expires_at, run_key, call_id)
  WHERE expires_at IS NOT NULL;
CREATE INDEX helve_calls_open ON helve_calls (run_key) WHERE is_open = 1;
CREATE INDEX helve_calls_tool ON helve_calls (tool_name, run_key, call_id) WHERE is_open = 1;
CREATE TABLE helve_messages (
  message_key INTEGER PRIMARY KEY AUTOINCREMENT,
  run_key BIGINT NOT NULL REFERENCES helve_runs (run_key) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  thread_id TEXT,
  body TEXT NOT NULL,
  UNIQUE (run_key, position)
  );
CREATE INDEX helve_messages_thread ON helve_messages (thread_id, message_key)
  WHERE thread_id IS NOT NULL;
CREATE TABLE helve_decisions (
  decision_key INTEGER PRIMARY KEY AUTOINCREMENT,
  run_key BIGINT NOT NULL REFERENCES helve_runs (run_key) ON DELETE CASCADE,
  body TEXT NOT NULL
  );
CREATE INDEX helve_decisions_run ON helve_decisions (run_key, decision_key);
CREATE TABLE helve_chunks (
  run_key BIGINT NOT NULL REFERENCES helve_runs (run_key) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  body TEXT,
  PRIMARY KEY (run_key, number)
  );
INSERT INTO helve_schema (version)
  VALUES (2);
INSERT INTO helve_runs (run_key, run_id, version, agent_id, thread_id, resource_id, parent_run_id, state, created_at, updated_at, lease_owner, lease_until, has_log, has_turn, body)
  VALUES (1, 'run-1', 0, 'desk', 'thread-1', 'ada', NULL, 'waiting', 1770000000000, 1770000000000, NULL, NULL, 1, 0, '{"runId":"run-1","version":0,"state":"waiting","threadId":"thread-1","resourceId":"ada","agentId":"desk","stepCount":1,"settings":{"maxSteps":5},"usage":{"inputTokens":12},"createdAt":1770000000000,"updatedAt":1770000000000}');
INSERT INTO helve_runs (run_key, run_id, version, agent_id, thread_id, resource_id, parent_run_id, state, created_at, updated_at, lease_owner, lease_until, has_log, has_turn, body)
  VALUES (2, 'run-2', 0, 'desk', NULL, NULL, 'run-1', 'running', 1770000000000, 1770000000000, 'process-1', 1770000030000, 0, 0, '{"runId":"run-2","version":0,"state":"running","parent":{"agentId":"desk","runId":"run-1","toolCallId":"call-1"},"agentId":"desk","stepCount":1,"settings":{"maxSteps":5},"usage":{"inputTokens":12},"createdAt":1770000000000,"updatedAt":1770000000000}');
INSERT INTO helve_runs (run_key, run_id, version, agent_id, thread_id, resource_id, parent_run_id, state, created_at, updated_at, lease_owner, lease_until, has_log, has_turn, body)
  VALUES (3, 'run-3', 0, 'desk', 'thread-3', NULL, NULL, 'running', 1770000000000, 1770000000000, 'process-1', 1770000030000, 0, 1, '{"runId":"run-3","version":0,"state":"running","threadId":"thread-3","agentId":"desk","stepCount":1,"settings":{},"usage":{},"createdAt":1770000000000,"updatedAt":1770000000000}');
INSERT INTO helve_calls (run_key, call_id, version, tool_name, step, place, is_open, expires_at, body)
  VALUES (1, 'call-1', 0, 'refund', 0, 0, 1, 1770000060000, '{"runId":"run-1","toolCallId":"call-1","toolName":"refund","version":0,"step":0,"index":0,"state":"approval","attempts":0,"acceptedInput":{"order":"1042"},"expiresAt":1770000060000,"expiryAnswer":"decline","digest":"0000000000000000000000000000000000000000000000000000000000000000","transcript":{"state":"approval","input":{"order":"1042"}},"createdAt":1770000000000,"updatedAt":1770000000000}');
INSERT INTO helve_calls (run_key, call_id, version, tool_name, step, place, is_open, expires_at, body)
  VALUES (1, 'call-2', 0, 'refund', 0, 1, 0, NULL, '{"runId":"run-1","toolCallId":"call-2","toolName":"refund","version":0,"step":0,"index":1,"state":"settled","attempts":1,"digest":"0000000000000000000000000000000000000000000000000000000000000000","transcript":{"state":"result","output":"Done."},"createdAt":1770000000000,"updatedAt":1770000000000,"result":{"type":"text","value":"Done."}}');
INSERT INTO helve_messages (message_key, run_key, position, thread_id, body)
  VALUES (1, 1, 0, 'thread-1', '{"runId":"run-1","threadId":"thread-1","position":0,"message":{"role":"user","content":"Refund order 1042."}}');
INSERT INTO helve_decisions (decision_key, run_key, body)
  VALUES (1, 1, '{"runId":"run-1","toolCallId":"call-2","toolName":"refund","kind":"approve","by":"ada","at":1770000000000}');
INSERT INTO helve_chunks (run_key, number, body)
  VALUES (1, 0, '{"type":"start"}');
INSERT INTO helve_chunks (run_key, number, body)
  VALUES (1, 1, '{"type":"finish"}');
INSERT INTO helve_chunks (run_key, number, body)
  VALUES (2, 0, NULL);
