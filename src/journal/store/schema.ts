import type { ApprovalState } from '#journal/approval.ts';

/** Rows as they are stored. Names and types are plain SQL, the same in every database. */
export interface JournalTables {
  events: EventTable;
  chain_heads: ChainHeadTable;
  chain_count: ChainCountTable;
  operations: OperationTable;
  artifacts: ArtifactTable;
  probes: ProbeTable;
  approvals: ApprovalTable;
  runs: RunTable;
  run_steps: RunStepTable;
  vault_key: VaultKeyTable;
  vault_records: VaultRecordTable;
  vault_code_steps: VaultCodeStepTable;
  schema_version: SchemaVersionTable;
}

export interface EventTable {
  session: string;
  seq: number;
  at: string;
  kind: string;
  version: number;
  operation: string | null;
  operation_id: string | null;
  effect: string | null;
  origin: string | null;
  decision: string | null;
  rule: string | null;
  dispatch: string | null;
  outcome: string | null;
  duration_ms: number | null;
  body: string;
  previous_hash: string;
  hash: string;
}

export interface ChainHeadTable {
  session: string;
  ordinal: number;
  seq: number;
  hash: string;
  signature: string;
}

export interface ChainCountTable {
  id: number;
  sessions: number;
  signature: string;
}

export interface OperationTable {
  operation_id: string;
  session: string;
  key_hash: string | null;
  request_hash: string;
  intent_seq: number;
  outcome_seq: number | null;
  is_lost: number;
  writer_host: string;
  writer_pid: number;
  lease_until_ms: number;
}

export interface ArtifactTable {
  id: string;
  hash: string;
  session: string;
  kind: string;
  media_type: string;
  size_bytes: number;
  at: string;
  name: string;
}

export interface ApprovalTable {
  id: string;
  gate: string;
  session: string;
  owner: string;
  bound: string;
  operation: string;
  description: string;
  effect: string;
  origin: string;
  destination: string | null;
  rule: string;
  picture: string | null;
  asked_at: string;
  expires_at_ms: number;
  state: ApprovalState;
  answered_by: string | null;
}

export interface RunTable {
  id: string;
  owner: string;
  session: string;
  workflow: string;
  started_at: string;
  state: string;
  writer_host: string;
  writer_pid: number;
  facts: string;
}

export interface RunStepTable {
  run: string;
  number: number;
  facts: string;
}

export interface ProbeTable {
  id: number;
  at: string;
}

export interface VaultKeyTable {
  id: number;
  key_id: string;
  kind: string;
  parameters: string;
  wrapped: string;
  created_at: string;
}

export interface VaultRecordTable {
  owner: string;
  vault: string;
  id: string;
  version: number;
  key_id: string;
  hosts: string;
  created_at: string;
  updated_at: string;
  sealed: string;
}

export interface VaultCodeStepTable {
  owner: string;
  vault: string;
  id: string;
  step: number;
}

export interface SchemaVersionTable {
  id: number;
  version: number;
}
