import { expect } from '@jest/globals';
import { Client } from '@numscope/client';
import { calls } from '@numscope/contracts';
import type { WebhookReceiver } from '@numscope/testing/webhook-receiver';
import type { Api } from '../calls/api.ts';
import { killedNumbers } from '../people/number-ranges.ts';
import { jobGets, retryWhileAway } from '../calls/patient.ts';
import { phonesFile } from '../people/phones.ts';
import { scaled } from '../scale.ts';
import type { Killable } from './killed-product.ts';

const topics = ['profile.updated', 'job.status-changed'] as const;
const LIMIT_MS = scaled(240_000, 900_000);

/** An installation that may reach the receiver, which listens. */
export interface KilledWhileTelling extends Killable {
  receiver: WebhookReceiver;
  phones: number;
  kills: number;
}

/** Where the stream of events stands now. */
async function placeNow(api: Api): Promise<string> {
  const response = await fetch(`${api.url}${calls.followEvents.path}?topics=${topics.join(',')}`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  const reader = response.body?.getReader();
  let text = '';
  while (!text.includes('\n\n')) text += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  return /^id: (.*)$/m.exec(text)?.[1] ?? '';
}

interface Named {
  id: string;
  type: string;
  key: string;
  /** The new status, where it tells of a job. */
  to?: string;
}

/** The ids of each key in order, each once: what came again is passed over. */
function ordered(events: readonly Named[]): Map<string, string[]> {
  const seen = new Set<string>();
  const byKey = new Map<string, string[]>();
  for (const { id, type, key } of events) {
    if (seen.has(id)) continue;
    seen.add(id);
    byKey.set(`${type} ${key}`, [...(byKey.get(`${type} ${key}`) ?? []), id]);
  }
  return byKey;
}

/**
 * Runs two jobs of the same numbers, so that there are several events of each key, and kills whoever tells a webhook of
 * them at random moments: it hears each event at least once, and in order for its key.
 */
export async function tellWhileKilled({ receiver, api, kill, phones, kills }: KilledWhileTelling): Promise<void> {
  const body = { name: 'Survives', url: receiver.url, events: [...topics], secret: receiver.secret };
  await api().call(calls.createWebhook, { body });
  const after = await placeNow(api());
  const file = phonesFile(phones, killedNumbers('webhooks', phones));
  const jobs = [await api().upload([file], { name: 'Once' }), await api().upload([file], { name: 'Twice' })];
  for (let number = 1; number <= kills; number++) {
    // Somewhere in this kill's share of what is to be told.
    const moment = Math.round((number - Math.random()) * (phones / (kills + 1)));
    await receiver.until((all) => all.length >= moment);
    await kill();
  }
  for (const { number } of jobs) await jobGets(api(), number, ({ status }) => status === 'DONE', LIMIT_MS);

  const isDone = (key: string, event: Named): boolean =>
    event.type === 'job.status-changed' && event.key === key && event.to === 'DONE';
  const onBus: Named[] = [];
  const stop = new AbortController();
  const client = new Client({ url: api().url, bearer: () => api().token });
  const profiles = new Set<string>();
  const filters = { jobId: { values: [String(jobs[0]?.number)], and: true } };
  const { totalElements } = await retryWhileAway(() =>
    api().call(calls.searchProfiles, { body: { filters, size: 1 } }),
  );
  for await (const { event } of client.events({ topics, after, signal: stop.signal })) {
    const { id, type, key } = event;
    onBus.push({ id, type, key, ...('to' in event.data ? { to: event.data.to } : {}) });
    if (type === 'profile.updated') profiles.add(key);
    const ended = jobs.every(({ number }) => onBus.some((one) => isDone(String(number), one)));
    if (ended && profiles.size >= totalElements) stop.abort();
  }
  const ids = new Set(onBus.map(({ id }) => id));
  await receiver.until(
    (all) => new Set(all.map(({ event }) => event.id).filter((id) => ids.has(id))).size === ids.size,
  );

  const told = ordered(receiver.all.map(({ event }) => event));
  for (const [key, list] of ordered(onBus)) expect([key, told.get(key)?.slice(0, list.length)]).toEqual([key, list]);
  expect(profiles.size).toBeGreaterThan(phones / 2);
  expect(receiver.all.every(({ isSigned }) => isSigned)).toBe(true);
  const repeated = receiver.all.length - new Set(receiver.all.map(({ event }) => event.id)).size;
  process.stdout.write(`webhooks: ${kills} kills, ${ids.size} events, ${repeated} sent again\n`);
}
