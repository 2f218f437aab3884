import * as privacy from '../privacy.ts';
import { Nothing } from '../common.ts';
import { call } from './call.ts';

const ofAdministrators = { access: 'ADMIN', module: null, audit: 'PRIVACY' } as const;
const list = { ...ofAdministrators, service: 'sources', path: '/api/privacy/do-not-look-up' } as const;

/** Four bytes a character at most, and what stands around them. */
const LIST_BYTES = 4 * 1024 * 1024;

/** What people may ask of those who keep data about them. */
export const privacyCalls = {
  listedNumbers: call({
    method: 'GET',
    ...list,
    query: privacy.ListedQuery,
    answer: privacy.ListedNumberPage,
    summary: 'The numbers that no source is asked about',
  }),
  listNumbers: call({
    method: 'POST',
    ...list,
    bodyBytes: LIST_BYTES,
    body: privacy.ListNumbers,
    answer: privacy.NumbersListed,
    status: 201,
    summary: 'Have no source asked about these numbers',
  }),
  unlistNumber: call({
    method: 'DELETE',
    ...list,
    query: privacy.UnlistQuery,
    answer: Nothing,
    status: 204,
    summary: 'Take an entry off the do-not-look-up list',
  }),
};
