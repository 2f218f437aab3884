import * as z from 'zod';
import type { Call } from '../calls/call.ts';
import { Timestamp } from '../schemas/values.ts';
import { Job } from '../jobs/jobs.ts';
import type { KeyScopeGroup } from '../lists.ts';

/** The first message of a client on the websocket; the token never stands in a URL. */
export const SocketAuth = z.object({ type: z.literal('auth'), token: z.string().min(1) });

/** Any later one asks whether the server is still there, since a network that fails tells nobody; the answer is a pong. */
export const SocketPing = z.object({ type: z.literal('ping') });
export const SocketPong = z.object({ type: z.literal('pong') });
export type SocketPong = z.infer<typeof SocketPong>;

const message = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({ type: z.literal(type), at: Timestamp, data });

/** What the server sends; to whom stands in `audiences`. */
export const SocketMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  message('job.updated', Job),
  message('job.progress', Job),
  message('job.deleted', z.object({ number: z.number().int() })),
  // Has changed, or is gone: whoever shows it asks for it anew. `isGone`: then lists that had it are other ones, too.
  message('profile.updated', z.object({ phone: z.string(), isGone: z.boolean().optional() })),
  // More profiles may have changed since then (milliseconds) than were told one by one: whoever shows one asks for it anew.
  // `areGone`: some of them are gone.
  message('profiles.updated', z.object({ since: Timestamp, areGone: z.boolean().optional() })),
  message(
    'notification',
    z.object({
      level: z.enum(['error', 'success', 'warning', 'general']),
      title: z.string().optional(),
      message: z.string(),
    }),
  ),
  message('system', z.object({ message: z.string() })),
  message('step', z.object({ step: z.string(), state: z.enum(['started', 'in progress', 'completed']) })),
]);
export type SocketMessage = z.infer<typeof SocketMessage>;

/** The right that a line needs to be sent a message: the same as of a call. */
export type Audience = Pick<Call, 'module'> & { access: 'signed-in' | 'ADMIN'; scope: KeyScopeGroup | 'any' };

const everybody: Audience = { access: 'signed-in', module: null, scope: 'any' };
const administratorsOfJobs: Audience = { access: 'ADMIN', module: 'Profiler', scope: 'jobs' };
const administratorsOfSources: Audience = { access: 'ADMIN', module: null, scope: 'sources' };
const readersOfProfiles: Audience = { access: 'signed-in', module: 'Profiler', scope: 'profiles' };

/** What a line may be told: messages by their type, notifications by what they are about. */
export type Heard =
  | Exclude<SocketMessage['type'], 'notification'>
  | 'notification about jobs'
  | 'notification about sources';

/**
 * Who is sent which message. `system` is about the installation. A notification is of what administrators answer for,
 * and for those who may read that: the end of a job, the state of a source. Steps bring new profiles and faces, and name
 * nothing else.
 */
export const audiences: Readonly<Record<Heard, Audience>> = {
  ready: everybody,
  'job.updated': administratorsOfJobs,
  'job.progress': administratorsOfJobs,
  'job.deleted': administratorsOfJobs,
  'profile.updated': readersOfProfiles,
  'profiles.updated': readersOfProfiles,
  'notification about jobs': administratorsOfJobs,
  'notification about sources': administratorsOfSources,
  system: everybody,
  step: readersOfProfiles,
};
