// A program of somebody else, in a folder of its own: it has the installed package, and nothing of the repository.
import { ApiFailure, Client, exportedProfiles, type Job, logIn, pagesOf, RequiredError } from '@numscope/client';

const { NUMSCOPE_URL: url = '', NUMSCOPE_PASSWORD: password = '' } = process.env;

async function refused(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
    return 'nothing was refused';
  } catch (error) {
    if (error instanceof RequiredError) return { field: error.field, message: error.message };
    if (error instanceof ApiFailure) return { status: error.status, code: error.code };
    throw error;
  }
}

async function finished(client: Client, number: number): Promise<Job> {
  for await (const message of client.messages()) {
    const told = message.type === 'job.updated' || message.type === 'job.progress' ? message.data : undefined;
    const job = message.type === 'ready' ? await client.call('getJob', { params: { number: String(number) } }) : told;
    if (job?.number === number && job.status === 'DONE') return job;
  }
  throw new Error('The server tells nothing any more');
}

const person: Client = await logIn(url, 'admin', password);
const { key } = await person.call('createKey', { body: { name: 'Walk', scopes: ['jobs', 'profiles'] } });
const client = new Client({ url, bearer: () => key });

const form = new FormData();
form.set('name', 'From the package');
const phones = Array.from({ length: 30 }, (_none, n) => `9989011177${String(n).padStart(2, '0')}`);
form.set('file', new File([phones.join('\n')], 'phones.csv'));
let sent = 0;
const { number } = await client.upload('createJobFromFile', form, { onProgress: (bytes, of) => (sent = bytes / of) });
const job = await finished(client, number);

const found: string[] = [];
const filters = { jobId: { values: [number] } };
for await (const { phone } of pagesOf(client, 'searchProfiles', (page) => ({ body: { page, size: 7, filters } })))
  found.push(phone);
const exported: string[] = [];
for await (const { phone, observations } of exportedProfiles(client, { filters }))
  if (observations.length > 0) exported.push(phone);
const csv = await client.answer('exportProfileStream', { query: { format: 'csv' }, body: { filters } });
const [phone = ''] = found;
const profile = await client.call('getProfile', { params: { phone } });

const nothing = new AbortController();
nothing.abort();
const answer = {
  node: process.versions.node,
  sent,
  job: { status: job.status, totalPhoneNumbers: job.totalPhoneNumbers },
  // More than a page of them.
  isWhole: found.length === job.counts.FOUND && found.length > 7,
  areAlike: found.toSorted().join() === exported.toSorted().join(),
  csvBytes: (await csv.arrayBuffer()).byteLength,
  profile: profile.phone === phone,
  isStopped: await client.call('getProfile', { params: { phone } }, { signal: nothing.signal }).then(
    () => false,
    (error: unknown) => error instanceof Error && error.name === 'AbortError',
  ),
  // @ts-expect-error the types tell it, too
  missing: await refused(() => client.call('getProfile', { params: { phone: null } })),
  // @ts-expect-error the types tell it, too
  noBody: await refused(() => client.call('searchProfiles', {})),
  unknown: await refused(() => client.call('getProfile', { params: { phone: '+998900000000' } })),
  outOfScope: await refused(() => client.call('searchUsers', { body: {} })),
  loggedOut: await person.call('logout', { params: { username: 'admin' } }).then(() => 'done'),
};
process.stdout.write(JSON.stringify(answer));
