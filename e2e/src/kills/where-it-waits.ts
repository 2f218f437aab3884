import { serviceNames } from '@numscope/contracts';
import type { Api } from '../calls/api.ts';
import { headsOf, unhandledEvents, withDatabase } from '../product/distributed-engines.ts';
import type { FakeProvider } from '../providers/fake-provider.ts';
import type { Product } from '../product/product.ts';

/** Collections of which each document is something that is still to be told. */
const OUTGOING = ['requests', 'journal', 'index_work'];
/** A suite's report of a failure is cut where it is long. */
const MOST_WORDS = 12;
const RECENT_LINES = 2000;

/** How many documents wait to be told, as `sources journal: 2`. */
async function untold(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const service of serviceNames)
    await withDatabase(dataDir, service, async (db) => {
      for (const name of OUTGOING) {
        const count = await db.collection(name).countDocuments({});
        if (count > 0) found.push(`${service} ${name}: ${count}`);
      }
    });
  return found;
}

/** As the jobs service keeps them: pending, sent, waiting. */
const OPEN = [0, 1, 6];

/** How the phones that wait stand in the records of the jobs, as `status 1 flags 1 run -1: 99`. */
const standing = (dataDir: string): Promise<string[]> =>
  withDatabase(dataDir, 'jobs', async (db) => {
    const phones = await db
      .collection<Record<'status' | 'flags' | 'run', number>>('phones')
      .find({ status: { $in: OPEN } })
      .toArray();
    const alike = Map.groupBy(phones, ({ status, flags, run }) => `status ${status} flags ${flags} run ${run}`);
    return [...alike].map(([words, some]) => `${words}: ${some.length}`);
  });

/** Why events were given up. */
async function deadLetters(dataDir: string): Promise<string[]> {
  const letters = [...(await headsOf(dataDir, 'dead-letters')).values()].filter((letter) => letter !== null);
  const reasons = Map.groupBy(letters, (letter) => {
    const { topic, group, reason } = JSON.parse(letter) as Record<string, string>;
    return `${topic} ${group} ${reason?.slice(0, 120)}`;
  });
  return [...reasons].map(([words, some]) => `${some.length}x ${words}`);
}

/** What the processes said last: each message once, with how often and when the last time. */
function lastWords(output: string): string[] {
  const said = new Map<string, { times: number; at: string }>();
  for (const line of output.split('\n').slice(-RECENT_LINES)) {
    const [, label = '', json = ''] = /^(\S+) +\| (\{.*\})$/.exec(line) ?? [];
    if (json === '') continue;
    const { time, topic = '', reason = '', msg } = JSON.parse(json) as Record<string, string | undefined>;
    const words = `${label} ${topic} ${msg}: ${reason.slice(0, 80)}`;
    const known = said.get(words);
    said.delete(words);
    said.set(words, { times: (known?.times ?? 0) + 1, at: time ?? '' });
  }
  return [...said].slice(-MOST_WORDS).map(([words, { times, at }]) => `${at} ${times}x ${words}`);
}

/** Where the phones of a job stand that does not get on: what a test says when it waited for its end in vain. */
export async function whereItWaits(
  { dataDir, output }: Product,
  api: Api,
  number: number,
  { answered, asked }: FakeProvider,
): Promise<string> {
  const sent = (await api.results(number)).filter(([, status]) => status === 'SENT');
  const open = sent.map(([phone]) => phone.slice(1));
  const known = open.filter((phone) => answered.has(phone));
  return [
    `now ${new Date().toISOString()}; of ${open.length} phones that wait ${known.length} were answered; ${asked()} calls came`,
    `events not handled: ${(await unhandledEvents(dataDir)).join(', ')}`,
    `records not told: ${(await untold(dataDir)).join(', ')}`,
    `phones as they are kept: ${(await standing(dataDir)).join(', ')}`,
    `given up: ${(await deadLetters(dataDir)).join(', ')}`,
    ...lastWords(output()),
  ].join('\n');
}
