import { gatewayCalls } from './gateway-calls.ts';
import { jobsCalls } from './jobs-calls.ts';
import { signInCalls } from './sign-in-calls.ts';

/** What a page of the console makes first: it logs in and shows the jobs. */
export const firstCalls = { ...signInCalls, ...jobsCalls, ...gatewayCalls };
