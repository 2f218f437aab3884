import { MASK } from '../connectors/http/secret-mask.ts';

function masked(name: string, value: string): string {
  if (/^(?:proxy-)?authorization$/i.test(name))
    return value.replace(/^(\S+)\s.*$|^\S+$/s, (_all, scheme?: string) => (scheme ? `${scheme} ${MASK}` : MASK));
  return /cookie|(?:^|-)(?:api-?)?key$|token|secret/i.test(name) ? MASK : value;
}

/** Takes out what is secret by the name of its header, whoever made it: of `authorization` the scheme stays. */
export const maskHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(name, String(value))]));
