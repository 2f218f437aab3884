import { useCall } from '@numscope/ui';

/** One job by number or id, kept in step by the websocket. */
export const useJob = (ref: string) => useCall('getJob', { params: { number: ref } }, { quiet: true, keep: false });
