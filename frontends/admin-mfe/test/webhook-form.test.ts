import { describe, expect, it } from '@jest/globals';
import { ApiFailure } from '@numscope/client';
import type { Webhook } from '@numscope/contracts';
import {
  changeOf,
  emptyWebhookForm,
  faultsOf,
  formOf,
  formOver,
  makeSecret,
  refusalOf,
} from '../src/features/webhooks/webhook-form.ts';

const webhook: Webhook = {
  id: 'w',
  name: 'Case system',
  url: 'https://cases.example/numscope',
  events: ['profile.updated', 'job.status-changed', 'source.state'],
  filter: {
    jobs: [7, 8],
    statuses: ['DONE'],
    phones: ['+998901112233', '+14155550123'],
    savedSearchId: 's1',
    sources: ['SANDBOX'],
  },
  fields: ['emails'],
  createdBy: 'admin',
  createdOn: 1,
  pending: 0,
  dead: 0,
};

describe('the form of a webhook', () => {
  it('gives back what it was filled with', () => {
    const { name, url, filter, fields } = webhook;
    expect(changeOf(formOf(webhook))).toEqual({
      name,
      url,
      events: ['job.status-changed', 'profile.updated', 'source.state'],
      filter,
      fields,
    });
    expect(faultsOf(formOf(webhook), false)).toEqual({});
  });

  it('has what was typed, and all else as others have changed it meanwhile', () => {
    const form = formOver({ ...webhook, url: 'https://moved.example/', filter: null }, { name: 'Cases' });
    expect(changeOf(form)).toMatchObject({ name: 'Cases', url: 'https://moved.example/', filter: null });
    expect(formOver(null, { name: 'Cases' })).toEqual({ ...emptyWebhookForm, name: 'Cases' });
  });

  it('leaves out what narrows an event that is not chosen, and does not judge it', () => {
    const form = { ...formOf(webhook), events: ['source.state'] as const, jobs: 'seven', phones: 'x' };
    expect(changeOf(form)).toMatchObject({ filter: { sources: ['SANDBOX'] }, fields: null });
    expect(faultsOf(form, false)).toEqual({});
    expect(changeOf({ ...form, sources: [] }).filter).toBe(null);
  });

  it('names each field that is wrong, of a new one the missing secret too', () => {
    expect(Object.keys(faultsOf(emptyWebhookForm, true))).toEqual(['name', 'url', 'secret', 'events']);
    expect(Object.keys(faultsOf(emptyWebhookForm, false))).toEqual(['name', 'url', 'events']);
    expect(faultsOf(emptyWebhookForm, true).url).toContain('up to 2,000 characters');
    const wrong = { ...formOf(webhook), jobs: '7, 0', phones: '+99 890', secret: 'short' };
    expect(Object.keys(faultsOf(wrong, false))).toEqual(['secret', 'jobs', 'phones']);
  });

  it.each(['cases.example', 'ftp://cases.example/', 'https://me:pw@cases.example/', 'https://cases.example/#a', ''])(
    'takes no address %p',
    (url) => expect(faultsOf({ ...formOf(webhook), url }, false)).toHaveProperty('url'),
  );

  it('makes secrets that differ and that the server takes', () => {
    const secrets = [makeSecret(), makeSecret()];
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) expect(faultsOf({ ...formOf(webhook), secret }, true)).toEqual({});
  });

  it('has refusals of the server at their fields, and others below', () => {
    const failure = (message: string, details: unknown): ApiFailure =>
      new ApiFailure({ status: 400, code: 'INVALID', message, details });
    const details = [
      { field: 'filter.phones.3', message: 'must be a phone number' },
      { field: 'url', message: '10.0.0.1 is a private address' },
    ];
    expect(refusalOf(failure('Refused', details))).toEqual({
      at: { phones: 'must be a phone number', url: 'Refused; 10.0.0.1 is a private address' },
      other: null,
    });
    expect(refusalOf(failure('Too many', undefined))).toEqual({ at: {}, other: 'Too many' });
    expect(refusalOf(new Error('no answer'))).toEqual({ at: {}, other: 'no answer' });
  });
});
