import type { EventBus, ServiceClient, ServiceKit } from '@numscope/platform';
import type { JobStore } from './store/job-store.port.ts';

/** What an operator may decide about jobs. */
export interface JobsSettings {
  /** How many jobs are looked up at the same time. */
  maxRunningJobs: number;
  mainJobStoppable: boolean;
  /** ISO code; how national numbers are read when a job names no region. Null: not at all. */
  defaultRegion: string | null;
  /** Every job must say what it is for. */
  requirePurpose: boolean;
}

/** What the jobs service needs from the process that runs it. */
export interface JobsDeps {
  kit: ServiceKit;
  bus: EventBus;
  /** Asks sources what looking numbers up would take. */
  client: ServiceClient;
  store: JobStore;
  settings: JobsSettings;
}
