import * as z from 'zod';
import { describedAs } from '../schemas/described.ts';
import type { Topic } from './events.ts';
import type { Audience } from './realtime.ts';

const ofJobs: Audience = { access: 'ADMIN', module: 'Profiler', scope: 'jobs' };
const ofProfiles: Audience = { access: 'ADMIN', module: 'Profiler', scope: 'profiles' };
const ofImages: Audience = { access: 'ADMIN', module: 'Profiler', scope: 'images' };
const ofSources: Audience = { access: 'ADMIN', module: null, scope: 'sources' };
const ofAudit: Audience = { access: 'ADMIN', module: null, scope: 'audit' };

/**
 * Who may be told the events of a topic by `GET /api/events` and webhooks: whoever has all these rights. What is not here
 * is between our own services. A USER hears of a profile what a websocket tells it too, and nothing of its job.
 */
export const topicAudiences = {
  'job.created': [ofJobs],
  'job.status-changed': [ofJobs],
  'phone.requested': [ofJobs],
  'phone.resolved': [ofJobs, ofProfiles],
  'profile.updated': [{ ...ofProfiles, access: 'signed-in' }],
  'profile.deleted': [ofProfiles],
  'image.stored': [ofImages],
  'image.faces': [ofImages],
  'audit.logged': [ofAudit],
  'audit.checkpoint': [ofAudit],
  'source.state': [ofSources],
} as const satisfies Partial<Record<Topic, readonly Audience[]>>;

export type ToldTopic = keyof typeof topicAudiences;
export const toldTopics = Object.keys(topicAudiences) as ToldTopic[];

const isTold = (name: string): name is ToldTopic => Object.hasOwn(topicAudiences, name);

/** Topics as a query writes them: with commas between. */
const TopicList = z
  .string()
  .max(500)
  .transform((text, context): ToldTopic[] => {
    const names = [...new Set(text.split(',').map((name) => name.trim()))];
    const unknown = names.filter((name) => !isTold(name));
    if (unknown.length > 0)
      context.addIssue({
        code: 'custom',
        message: `must be some of ${toldTopics.join(', ')}, with commas between`,
      });
    return names.filter(isTold);
  });
const anyTold = `(?:${toldTopics.join('|').replaceAll('.', String.raw`\.`)})`;

/** Which topics are followed: all that the caller may hear, unless some are named. */
export const FollowedTopics = describedAs(
  TopicList.optional(),
  z
    .string()
    .regex(new RegExp(`^${anyTold}(?:,${anyTold}){0,${toldTopics.length - 1}}$`))
    .optional(),
);

/** The header by which a client says which event it had last (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export const LAST_EVENT_ID = 'last-event-id';
