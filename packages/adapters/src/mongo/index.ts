export type { Collection, Connection } from 'mongoose';
export { documentsIn } from './bson-file.ts';
export { isAway, transientWhileAway } from './server-away.ts';
export { checkMongo, duplicateKeysIn, inserted, isDuplicateKey, type MongoOptions, openMongo } from './connection.ts';
export { containing } from './containing.ts';
export {
  DocumentOutbox,
  type OutboxEntry,
  outboxEntry,
  outboxField,
  outboxIndex,
  type WithOutbox,
} from './document-outbox.ts';
export { Journal, type JournalEntry, type JournalOptions } from './journal.ts';
export { COMPANY_MS, Lease, type LeaseOptions } from './lease.ts';
export { mongoDiagnosis } from './mongo-diagnosis.ts';
export {
  catchMoment,
  collectionsOf,
  insertRaw,
  metadataOf,
  rawDocuments,
  type RecordsMoment,
  restingMoment,
  showsMoments,
} from './raw-records.ts';
export { SweptOutbox } from './swept-outbox.ts';
