export type { Collection, Connection } from 'mongoose';
export { checkMongo, isDuplicateKey, type MongoOptions, openMongo } from './connection.ts';
export { DocumentOutbox, type OutboxEntry, outboxEntry, outboxIndex, type WithOutbox } from './document-outbox.ts';
export { Journal, type JournalEntry, type JournalOptions } from './journal.ts';
export { Lease, type LeaseOptions } from './lease.ts';
