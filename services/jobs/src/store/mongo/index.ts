import { checkMongo, type Connection, Lease, transientWhileAway } from '@numscope/adapters/mongo';
import type { Logger } from '@numscope/platform';
import type { JobStore } from '../job-store.port.ts';
import { Blocks } from './blocks.ts';
import { changes } from './changes.ts';
import { Directory } from './directory.ts';
import { dispatching } from './dispatch.ts';
import { openCollections } from './documents.ts';
import { Errands } from './errands.ts';
import { Jobs } from './jobs.ts';
import { joins } from './joins.ts';
import { listing } from './listing.ts';
import { MainPhones } from './main-phones.ts';
import { Outgoing } from './outgoing.ts';
import { passes } from './passes.ts';
import { Placing } from './placing.ts';
import { removal } from './removal.ts';
import { results } from './results.ts';
import { Turns } from './turns.ts';
import { uploads } from './uploads.ts';
import { Vouching } from './vouching.ts';

/**
 * Opens the jobs and their phones in MongoDB, for one of several instances. All take in files, changes and results; one of them, the leader, starts jobs,
 * hands phones out, joins and removes phones and sends the events. The connection is closed with the store.
 */
export async function openJobsMongoStore(connection: Connection, { log }: { log: Logger }): Promise<JobStore> {
  const collections = await openCollections(connection);
  const lease = new Lease(connection, { name: 'jobs', log, onTaken: () => errands.lead() });
  const turns = new Turns();
  const jobs = new Jobs(collections);
  const blocks = new Blocks(collections);
  const main = new MainPhones(collections, jobs, blocks);
  const placing = new Placing(collections, jobs, blocks, main, turns);
  const errands = new Errands(collections, lease, placing, log);
  const passing = passes(collections, jobs, blocks, turns, lease);
  const joining = joins(collections, jobs, blocks, placing, errands);
  const vouching = new Vouching(collections, log);
  const outgoing = new Outgoing(connection, collections, lease);
  await lease.start();

  return transientWhileAway<JobStore>({
    ...uploads(collections, jobs, blocks, joining, vouching),
    ...changes(jobs, blocks, joining),
    ...dispatching(collections, jobs, blocks, passing, outgoing, lease),
    ...results(jobs, blocks, new Directory(collections), passing),
    ...listing(collections, jobs, blocks),
    ...removal(collections, jobs, lease),
    joinNext: joining.joinNext,
    promote: passing.promote,
    refresh: (phone, act) => main.refresh(phone, act),
    get isLeader() {
      return lease.isHeld;
    },
    onWork: (listener) => errands.listen(listener),
    pollMs: outgoing.pollMs,
    check: () => checkMongo(connection),
    pendingEvents: (limit) => outgoing.pendingEvents(limit),
    clearEvents: (ids) => outgoing.clearEvents(ids),
    async close() {
      vouching.close();
      await errands.close();
      await lease.close();
      await connection.close();
    },
  });
}
