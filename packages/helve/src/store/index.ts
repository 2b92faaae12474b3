export type { ExpiryAnswer } from '../tool/wait-options.ts';
export type { AskedBy, PolicyEffect, PolicyVerdict } from './asked-by.ts';
export type { ChunkRecord, ChunkStore } from './chunk-store.ts';
export { MemoryStore, type MemoryStoreOptions } from './memory-store.ts';
export type {
  CallRecord,
  CallState,
  ChunkLogState,
  DecisionRecord,
  MessageRecord,
  ParentCall,
  RunRecord,
  RunState,
  TranscriptCall,
} from './records.ts';
export type {
  CallFilter,
  CallReference,
  CommitResult,
  Conflict,
  ExpiryFilter,
  Lease,
  Page,
  Retention,
  RunFilter,
  Store,
  Transition,
} from './store.ts';
export { StoreError, type StoreFailure } from './store-error.ts';
export { Watchers } from './watchers.ts';
