import { type CallName, calls } from '@numscope/contracts/calls';
import { type RawInput, requestFor } from './request-for.ts';

/**
 * The address and method of a call, by its name.
 * @throws RequiredError when a parameter of its path or query, or the body it must have, is null or undefined
 */
export const requestOf = (name: CallName, input: RawInput): { method: string; url: string; body: unknown } =>
  requestFor(calls[name], name, input);
