import * as z from 'zod';
import * as faceProviders from '../images/face-providers.ts';
import * as profiles from '../profiles/profiles.ts';
import * as statistics from '../sources/source-statistics.ts';
import * as sources from '../sources/sources.ts';
import { PhoneParam } from '../schemas/values.ts';
import { describedAs } from '../schemas/described.ts';
import { limits } from '../limits.ts';
import { call } from './call.ts';

const ofAdministrators = { service: 'sources', access: 'ADMIN', module: null, audit: 'SOURCE' } as const;
const ofServices = { service: 'sources', access: 'service', module: null } as const;
const oneSource = { ...ofAdministrators, params: z.object({ name: z.string() }), answer: sources.SourceInfo } as const;

/** A photo of 1 MB in base64, and what stands around it. */
const PROVIDER_SEARCH_BYTES = 2 * 1024 * 1024;

const providerSearch = {
  method: 'POST',
  service: 'sources',
  access: 'signed-in',
  module: 'Profiler',
  scope: 'images',
  reads: true,
  audit: 'SEARCH_4_FACES',
  unrecorded: ['image'],
  bodyBytes: PROVIDER_SEARCH_BYTES,
  body: describedAs(faceProviders.ProviderSearch.nullish(), faceProviders.ProviderSearch),
  answer: faceProviders.ProviderSearchAnswer,
} as const;

/** The sources. */
export const sourcesCalls = {
  listSources: call({
    method: 'GET',
    path: '/api/source',
    ...ofAdministrators,
    services: ['gateway'],
    answer: z.array(sources.SourceInfo),
    summary: 'All sources',
  }),
  getSource: call({
    method: 'GET',
    path: '/api/source/{name}',
    ...oneSource,
    summary: 'One source',
  }),
  testSource: call({
    method: 'POST',
    path: '/api/source/{name}/test',
    ...ofAdministrators,
    // It answers what a source says about somebody.
    module: 'Profiler',
    unrecorded: ['known'],
    costly: true,
    params: z.object({ name: z.string() }),
    body: sources.SourceTestRequest,
    answer: sources.SourceTestAnswer,
    summary: 'Try a source',
  }),
  trySource: call({
    method: 'POST',
    path: '/api/source/try',
    ...ofAdministrators,
    // It answers what a source says about somebody.
    module: 'Profiler',
    unrecorded: ['source', 'known'],
    costly: true,
    body: sources.SourceTry,
    answer: sources.SourceTrial,
    summary: 'Try a source that is not in the sources file yet',
  }),
  listFaceProviders: call({
    method: 'GET',
    path: '/api/profile/image/external-search',
    service: 'sources',
    access: 'signed-in',
    module: 'Profiler',
    answer: z.array(faceProviders.BoundProvider),
    scope: 'images',
    summary: 'The providers of face search that are configured',
  }),
  search4faces: call({
    ...providerSearch,
    path: '/api/search4faces',
    costly: true,
    summary: "Search for a face at the operator's provider search4faces",
  }),
  externalImageSearch: call({
    ...providerSearch,
    path: '/api/profile/image/external-search',
    bodyName: 'body',
    costly: true,
    summary: "Search for a face at the operator's provider external-search",
  }),
  listSourcePresets: call({
    method: 'GET',
    path: '/api/source/preset',
    ...ofAdministrators,
    answer: z.array(sources.SourcePreset),
    summary: 'Services that a source can be bound to by name',
  }),
  getSourceDefinition: call({
    method: 'GET',
    path: '/api/source/{name}/definition',
    ...ofAdministrators,
    params: z.object({ name: z.string() }),
    answer: sources.SourceDefinition,
    summary: 'What the sources file says of a source',
  }),
  changeSourceDefinition: call({
    method: 'PUT',
    path: '/api/source/{name}/definition',
    ...ofAdministrators,
    unrecorded: ['source'],
    params: z.object({ name: z.string() }),
    body: sources.SourceDefinitionChange,
    answer: sources.SourceDefinition,
    summary: 'Write a source into the sources file',
  }),
  pauseSource: call({
    method: 'POST',
    path: '/api/source/{name}/pause',
    ...oneSource,
    summary: 'Pause a source',
  }),
  resumeSource: call({
    method: 'POST',
    path: '/api/source/{name}/resume',
    ...oneSource,
    summary: 'Resume a source',
  }),
  sourcesFile: call({
    method: 'GET',
    path: '/api/sources-file',
    ...ofAdministrators,
    answer: sources.SourcesFileState,
    summary: 'How the sources file was read',
  }),
  endWaiting: call({
    method: 'POST',
    path: '/api/source/{name}/end-waiting',
    ...oneSource,
    summary: "End the waiting for a source's quota",
  }),
  sourceStatistics: call({
    method: 'GET',
    path: '/api/source/{name}/statistics',
    ...ofAdministrators,
    // It knows what sources say of the same number; what they were asked it is told.
    service: 'profiles',
    costly: true,
    params: z.object({ name: z.string() }),
    query: z.object({
      from: z.coerce.number().int().min(0).optional(),
      to: z.coerce.number().int().min(0).optional(),
    }),
    answer: statistics.SourceStatistics,
    scope: 'sources',
    summary: 'What a source is worth',
  }),
  askingCounts: call({
    method: 'GET',
    path: '/internal/source/counts',
    ...ofServices,
    services: ['profiles'],
    query: z.object({ source: z.string(), ...statistics.StatisticsRange.shape }),
    answer: statistics.AskingCounts,
    summary: 'How often a source was asked, and what came of it',
  }),
  planLookups: call({
    method: 'POST',
    path: '/internal/source/plan',
    ...ofServices,
    services: ['jobs'],
    body: sources.PlanRequest,
    answer: sources.PlanAnswer,
    repeatable: true,
    summary: 'What looking these numbers up would take',
  }),
  sourceWaits: call({
    method: 'GET',
    path: '/internal/source/waits',
    ...ofServices,
    services: ['jobs'],
    answer: z.array(sources.SourceStanding),
    summary: 'How the quota of each source stands',
  }),
  observationsAsIs: call({
    method: 'GET',
    path: '/internal/source/observations',
    ...ofServices,
    services: ['profiles'],
    /** `rawBytes`: the room for raw answers, where it is less than usual. */
    query: z.object({
      phone: PhoneParam,
      rawBytes: z.coerce.number().int().min(0).max(limits.asIsRawBytes).default(limits.asIsRawBytes),
    }),
    answer: z.array(profiles.ObservationAsIs),
    summary: 'All untouched answers about a number',
  }),
};
