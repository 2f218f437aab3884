import { checkMongo, type Connection, Lease, transientWhileAway } from '@numscope/adapters/mongo';
import type { Logger } from '@numscope/platform';
import type { JobStore } from '../job-store.port.ts';
import { convertBlocks } from './convert-blocks.ts';
import { changes } from './changes.ts';
import { curves } from './curves.ts';
import { deletions } from './deletions.ts';
import { erasing } from './erasing.ts';
import { dispatching } from './dispatch.ts';
import { openCollections } from './documents.ts';
import { Jobs } from './jobs.ts';
import { joins } from './joins.ts';
import { LeaderTasks } from './leader-tasks.ts';
import { listing } from './listing.ts';
import { Outgoing } from './outgoing.ts';
import { passes } from './passes.ts';
import { releaseOverlong } from './overlong-numbers.ts';
import { reopening } from './reopening.ts';
import { removal } from './removal.ts';
import { results } from './results.ts';
import { retention } from './retention.ts';
import { UploadHeartbeat } from './upload-heartbeat.ts';
import { uploads } from './uploads.ts';

/** A round counts the phones of each part that is being looked up, by ten questions. What is handed out lasts for longer. */
const ROUND_GAP_MS = 250;

/**
 * Opens the jobs and their phones in MongoDB, for one of several instances. All take in files, changes and results; one of them, the leader, starts jobs,
 * hands phones out, joins and removes phones and sends the events. The connection is closed with the store.
 */
export async function openJobsMongoStore(connection: Connection, { log }: { log: Logger }): Promise<JobStore> {
  const collections = await openCollections(connection);
  await convertBlocks(connection, collections, log);
  const lease = new Lease(connection, { name: 'jobs', log, onTaken: () => tasks.look() });
  const jobs = new Jobs(collections);
  const tasks = new LeaderTasks(collections, jobs, lease, log);
  const { takeOver, retryFailed } = reopening(jobs);
  await releaseOverlong(collections, jobs);
  const passing = passes(collections, jobs, { takeOver }, lease);
  const joining = joins(collections, jobs, lease);
  const heartbeat = new UploadHeartbeat(collections, log);
  const outgoing = new Outgoing(connection, collections, lease);
  await lease.start();

  return transientWhileAway<JobStore>({
    ...uploads(jobs, joining, heartbeat),
    ...changes(jobs, joining),
    retryFailed,
    ...dispatching(collections, jobs, outgoing, lease),
    ...results(jobs, passing),
    ...deletions(collections, jobs),
    ...erasing(collections, jobs, passing),
    ...retention(collections, jobs),
    ...listing(collections, jobs),
    ...curves(collections),
    ...removal(collections, jobs, lease),
    joinNext: joining.joinNext,
    promote: passing.promote,
    get isLeader() {
      return lease.isHeld;
    },
    onWork: (listener) => tasks.listen(listener),
    get isAlone() {
      return lease.isAlone;
    },
    roundGapMs: ROUND_GAP_MS,
    pollMs: outgoing.pollMs,
    check: () => checkMongo(connection),
    pendingEvents: (limit) => outgoing.pendingEvents(limit),
    clearEvents: (ids) => outgoing.clearEvents(ids),
    async close() {
      heartbeat.close();
      await tasks.close();
      await lease.close();
      await connection.close();
    },
  });
}
