// An instance that leads until it is killed. Argument: address of the database. For each line it reads, it hands out up
// to 500 phones of each running job and says how many; its events stay where they are. The line `join` has it join
// phones first.
import { createInterface } from 'node:readline';
import { openMongo } from '@numscope/adapters/mongo';
import { createLogger } from '@numscope/platform';
import { openJobsMongoStore } from '../../src/store/mongo/index.ts';

const [, , url = ''] = process.argv;
const log = createLogger('jobs', 'silent');
const store = await openJobsMongoStore(await openMongo({ url, service: 'jobs', log }), { log });
process.stdout.write('leads\n');
createInterface({ input: process.stdin }).on('line', async (line) => {
  if (line === 'join') while (await store.joinNext(Date.now()));
  await store.promote(Date.now(), 8);
  const running = (await store.running()).filter(({ pending }) => pending > 0);
  process.stdout.write(`${await store.dispatch(running.map(({ key }) => ({ key, phones: 500 })))}\n`);
});
