import type { Client } from '@numscope/client';
import type { Printer, Surroundings } from './terminal.ts';

/** What every command is given. */
export interface Context {
  surroundings: Surroundings;
  printer(): Printer;
  /** Logs in at the first call. */
  client(): Promise<Client>;
}
