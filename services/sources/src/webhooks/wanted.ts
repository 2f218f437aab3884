import type { DomainEvent, EventData, WebhookEvent } from '@numscope/contracts';
import type { KeptWebhook } from './kept-webhook.ts';

/** Finds which numbers a saved search of a webhook's owner finds; asked only where a webhook is narrowed by one. */
export type MatchPhones = (webhook: KeptWebhook, phones: string[]) => Promise<ReadonlySet<string>>;

const allows = <T>(list: readonly T[] | null | undefined, value: T): boolean => !list || list.includes(value);

const fits: { [T in WebhookEvent]: (data: EventData<T>, webhook: KeptWebhook) => boolean } = {
  'job.status-changed': ({ number, to }, { filter }) => allows(filter?.jobs, number) && allows(filter?.statuses, to),
  'profile.updated': ({ phone, changed }, { filter, fields }) =>
    allows(filter?.phones, phone) && (!fields || changed.some((field) => fields.includes(field))),
  'source.state': ({ name }, { filter }) => allows(filter?.sources, name),
};

/** Which of some events of one topic a webhook is to be told. */
export async function wantedBy<T extends WebhookEvent>(
  webhook: KeptWebhook,
  type: T,
  events: ReadonlyArray<DomainEvent<T>>,
  match: MatchPhones,
): Promise<Array<DomainEvent<T>>> {
  if (!webhook.events.includes(type)) return [];
  const wanted = events.filter(({ data }) => fits[type](data, webhook));
  if (type !== 'profile.updated' || !webhook.filter?.savedSearchId || wanted.length === 0) return wanted;
  const found = await match(webhook, [...new Set(wanted.map(({ key }) => key))]);
  return wanted.filter(({ key }) => found.has(key));
}
