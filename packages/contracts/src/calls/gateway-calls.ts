import * as z from 'zod';
import { FollowedTopics } from '../events/event-stream.ts';
import * as health from '../system/health.ts';
import { NeedsYou } from '../system/needs.ts';
import { call } from './call.ts';

const ofAnybody = { service: 'gateway', access: 'public', module: null, head: true } as const;
const ofAdministrators = { service: 'gateway', access: 'ADMIN', module: null } as const;

/** What the gateway answers itself. */
export const gatewayCalls = {
  health: call({
    method: 'GET',
    path: '/api/health-checker',
    ...ofAnybody,
    audit: 'PING',
    answer: health.Health,
    notReady: health.Health,
    summary: 'Whether all is ready',
  }),
  healthAll: call({
    method: 'GET',
    path: '/api/health-checker/all',
    ...ofAdministrators,
    audit: 'HEALTH_STATUS',
    answer: health.AllHealth,
    summary: 'How each service is',
  }),
  healthOne: call({
    method: 'GET',
    path: '/api/health-checker/{service}',
    ...ofAdministrators,
    audit: 'HEALTH_STATUS',
    params: z.object({ service: z.string() }),
    answer: health.ServiceHealth,
    summary: 'How one service is',
  }),
  needsYou: call({
    method: 'GET',
    path: '/api/needs-you',
    ...ofAdministrators,
    scope: 'jobs',
    answer: NeedsYou,
    summary: 'What needs an administrator now, of what the caller may read',
  }),
  followEvents: call({
    method: 'GET',
    path: '/api/events',
    service: 'gateway',
    access: 'signed-in',
    // Each topic has a right of its own: `topicAudiences`.
    module: null,
    scope: 'any',
    audit: 'PROFILE',
    query: z.object({ topics: FollowedTopics }),
    returns: 'events',
    answer: z.unknown(),
    summary: 'Follow events as they happen, or from behind Last-Event-ID on (server-sent events)',
  }),
  consoleSettings: call({
    method: 'GET',
    path: '/api/console-settings',
    ...ofAnybody,
    answer: health.ConsoleSettings,
    summary: 'What the console must know before login',
  }),
};
