import * as z from 'zod';
import * as filter from '../profiles/profile-filter.ts';
import { answersNothing } from '../schemas/values.ts';
import { call } from './call.ts';
import { recordedProfileCall } from './profile-call.ts';

/** Searches that a user keeps. */
export const savedSearchCalls = {
  listSavedSearches: call({
    ...recordedProfileCall,
    method: 'GET',
    path: '/api/profile/saved-search',
    answer: z.array(filter.SavedSearch),
    summary: 'The own saved searches',
  }),
  createSavedSearch: call({
    ...recordedProfileCall,
    method: 'POST',
    path: '/api/profile/saved-search',
    body: filter.SavedSearchDraft,
    answer: filter.SavedSearch,
    status: 201,
    summary: 'Save a search',
  }),
  putSavedSearch: call({
    ...recordedProfileCall,
    method: 'PUT',
    path: '/api/profile/saved-search/{id}',
    params: z.object({ id: z.uuidv7() }),
    body: filter.SavedSearchDraft,
    answer: filter.SavedSearch,
    summary: 'Rename or change an own saved search, or bring back a deleted one under its id',
  }),
  deleteSavedSearch: call({
    ...recordedProfileCall,
    method: 'DELETE',
    path: '/api/profile/saved-search/{id}',
    params: z.object({ id: z.string() }),
    ...answersNothing,
    summary: 'Delete an own saved search',
  }),
  matchSavedSearch: call({
    method: 'POST',
    path: '/internal/profile/saved-search/match',
    service: 'profiles',
    access: 'service',
    services: ['sources'],
    module: null,
    body: filter.SavedSearchMatch,
    answer: filter.SavedSearchMatches,
    repeatable: true,
    summary: 'Which of these numbers a saved search finds',
  }),
};
