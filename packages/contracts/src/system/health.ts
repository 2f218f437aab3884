import * as z from 'zod';

export const HealthState = z.enum(['UP', 'DOWN', 'STARTING']);
export const Health = z.object({ status: HealthState });
/** How many events of a topic a service has not handled yet. */
export const QueueState = z.object({ topic: z.string(), group: z.string(), waiting: z.int().min(0) });
export type QueueState = z.infer<typeof QueueState>;
export const ServiceHealth = z.object({
  name: z.string(),
  status: HealthState,
  version: z.string(),
  checks: z.array(
    z.object({ name: z.string(), status: HealthState, message: z.string().optional(), ms: z.number().optional() }),
  ),
  /** What it listens to; absent where it listens to nothing, or the bus does not say. */
  queues: z.array(QueueState).max(100).optional(),
});
export type ServiceHealth = z.infer<typeof ServiceHealth>;
export const AllHealth = z.object({ status: HealthState, services: z.array(ServiceHealth) });

/** What the console must know before anybody has logged in; nothing secret. */
export const ConsoleSettings = z.object({
  productName: z.string(),
  version: z.string(),
  sandbox: z.boolean(),
  languages: z.array(z.string()),
  mainJobStoppable: z.boolean(),
  requirePurpose: z.boolean(),
  /** How many jobs may run at a time; absent: not told. */
  maxRunningJobs: z.number().int().optional(),
  /** False: nobody signs in by a password. */
  localLogin: z.boolean().optional(),
  /** How the identity provider is called; absent: there is none. */
  provider: z.string().optional(),
});
export type ConsoleSettings = z.infer<typeof ConsoleSettings>;
