import {
  changeableFields,
  type JobStatus,
  limits,
  printablePattern,
  type Webhook,
  type WebhookChange,
  type WebhookEvent,
  webhookEvents,
  type WebhookFilter,
} from '@numscope/contracts';
import { formatCount } from '@numscope/ui';
import { detailsOf, foundOf } from '../../components/form-faults.ts';
import { texts } from '../../texts/texts.ts';

type ChangeableField = (typeof changeableFields)[number];

/** What the form holds; lists of numbers are as they are written. */
export interface WebhookForm {
  name: string;
  url: string;
  events: readonly WebhookEvent[];
  /** Empty: the one that is set stays. */
  secret: string;
  jobs: string;
  statuses: readonly JobStatus[];
  phones: string;
  /** Empty: none. */
  savedSearchId: string;
  fields: readonly ChangeableField[];
  sources: readonly string[];
}

export type WebhookField = keyof WebhookForm;
export type WebhookFaults = Partial<Record<WebhookField, string>>;

export const emptyWebhookForm: WebhookForm = {
  name: '',
  url: '',
  events: [],
  secret: '',
  jobs: '',
  statuses: [],
  phones: '',
  savedSearchId: '',
  fields: [],
  sources: [],
};

/** A webhook as the form holds it; its secret is known to nobody here. */
export function formOf({ name, url, events, filter, fields }: Webhook): WebhookForm {
  return {
    ...emptyWebhookForm,
    name,
    url,
    events: webhookEvents.filter((event) => events.includes(event)),
    jobs: (filter?.jobs ?? []).join(', '),
    statuses: filter?.statuses ?? [],
    phones: (filter?.phones ?? []).join('\n'),
    savedSearchId: filter?.savedSearchId ?? '',
    fields: changeableFields.filter((field) => fields?.includes(field) === true),
    sources: filter?.sources ?? [],
  };
}

/**
 * The form over a webhook as it is now: what was typed, and all else as others left it, so that saving it takes back
 * nothing of theirs. Null: a new one.
 */
export const formOver = (webhook: Webhook | null, typed: Partial<WebhookForm>): WebhookForm => ({
  ...(webhook === null ? emptyWebhookForm : formOf(webhook)),
  ...typed,
});

const SECRET_CHARS = 8;
const SECRET_BYTES = 32;

/** A secret that nobody can guess, as hexadecimal digits. */
export const makeSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);
/** A space does not part phones: some write it within them, and the halves would be phones too. */
const phonesOf = (text: string): string[] =>
  text
    .split(/[\r\n,;]+/)
    .map((phone) => phone.trim())
    .filter(Boolean);

function isAddress(text: string): boolean {
  const url = URL.parse(text.trim());
  if (url === null || text.length > limits.webhookUrlChars) return false;
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === '';
}

const isListOf = (words: readonly string[], each: RegExp): boolean =>
  words.length <= limits.webhookFilterItems && words.every((word) => each.test(word));

function secretFault(secret: string, isNew: boolean): string | undefined {
  if (secret === '' && !isNew) return undefined;
  return secret.length >= SECRET_CHARS && secret.length <= limits.webhookSecretChars
    ? undefined
    : texts('webhookSecretWrong', { least: SECRET_CHARS, most: limits.webhookSecretChars });
}

/** What is wrong with a form, by its fields; what narrows an event that is not chosen does not count. */
export function faultsOf(form: WebhookForm, isNew: boolean): WebhookFaults {
  const { name, url, events, secret, jobs, phones } = form;
  const most = formatCount(limits.webhookFilterItems);
  return foundOf({
    name:
      printablePattern.test(name.trim()) && name.trim().length <= limits.webhookNameChars
        ? undefined
        : texts('webhookNameRequired', { most: limits.webhookNameChars }),
    url: isAddress(url) ? undefined : texts('webhookUrlWrong', { most: formatCount(limits.webhookUrlChars) }),
    secret: secretFault(secret, isNew),
    events: events.length > 0 ? undefined : texts('webhookEventsRequired'),
    jobs:
      !events.includes('job.status-changed') || isListOf(wordsOf(jobs), /^[1-9]\d{0,14}$/)
        ? undefined
        : texts('webhookJobsWrong', { most }),
    phones:
      !events.includes('profile.updated') || isListOf(phonesOf(phones), /^\+?[1-9]\d{1,14}$/)
        ? undefined
        : texts('webhookPhonesWrong', { most }),
  } satisfies Partial<Record<WebhookField, string | undefined>>);
}

/** The filter as the server takes it; null: nothing narrows. */
function filterOf({ events, jobs, statuses, phones, savedSearchId, sources }: WebhookForm): WebhookFilter | null {
  const filter: WebhookFilter = {};
  if (events.includes('job.status-changed')) {
    if (wordsOf(jobs).length > 0) filter.jobs = wordsOf(jobs).map(Number);
    if (statuses.length > 0) filter.statuses = [...statuses];
  }
  if (events.includes('profile.updated')) {
    if (phonesOf(phones).length > 0) filter.phones = phonesOf(phones);
    if (savedSearchId !== '') filter.savedSearchId = savedSearchId;
  }
  if (events.includes('source.state') && sources.length > 0) filter.sources = [...sources];
  return Object.keys(filter).length === 0 ? null : filter;
}

/** The form as the server takes it, but for the secret. */
export function changeOf(form: WebhookForm): WebhookChange {
  const { name, url, events, fields } = form;
  return {
    name: name.trim(),
    url: url.trim(),
    events: [...events],
    filter: filterOf(form),
    fields: events.includes('profile.updated') && fields.length > 0 ? [...fields] : null,
  };
}

const isField = (name: string): name is WebhookField => Object.hasOwn(emptyWebhookForm, name);

/** Of `filter.phones.3` it is `phones`; null: no field of the form. */
function fieldOf(path: string): WebhookField | null {
  const [first = '', second = ''] = path.split('.');
  const name = first === 'filter' ? second : first;
  return isField(name) ? name : null;
}

/** What the server refuses: at the fields that it names, and `other` where it names none of them. */
export function refusalOf(error: Error): { at: WebhookFaults; other: string | null } {
  const at: WebhookFaults = {};
  for (const { field, message } of detailsOf(error)) {
    const name = fieldOf(String(field));
    // The code of a refused address says more than its detail; that of any other refusal is the same for all fields.
    if (name !== null) at[name] ??= name === 'url' ? `${error.message}; ${message}` : message;
  }
  return { at, other: Object.keys(at).length === 0 ? error.message : null };
}
