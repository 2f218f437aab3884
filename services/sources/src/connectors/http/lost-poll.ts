import { SourceFault } from '../connector.port.ts';

/** Whether a poll failed on its way alone: what was handed in is with the provider all the same. */
export const isLostPoll = (error: unknown): error is SourceFault =>
  error instanceof SourceFault && (error.kind === 'NETWORK' || error.unwell) && !error.isStated;
