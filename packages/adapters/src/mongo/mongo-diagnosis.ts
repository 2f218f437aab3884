import { codeOf, isError } from '@numscope/platform';
import type { EngineDiagnosis, Refusal } from '../access/access-fault.ts';
import type { EngineAccess } from '../access/engine-access.ts';
import type { Endpoint } from '../access/probe.ts';

/** What the address has of its own (https://www.mongodb.com/docs/manual/reference/connection-string/). */
interface Address {
  endpoints: Endpoint[];
  tls: boolean;
  hasUser: boolean;
  settings: URLSearchParams;
}

const DEFAULT_PORT = 27_017;

export function readMongoUrl(url: string): Address {
  const [, srv, user, hosts = '', query = ''] =
    /^mongodb(\+srv)?:\/\/(?:([^/?]*)@)?([^/?@]*)(?:\/[^?]*)?(?:\?(.*))?$/.exec(url) ?? [];
  const settings = new URLSearchParams(query);
  const endpoints = hosts.split(',').map((each) => {
    const [, host = each, port] = /^(.*?)(?::(\d+))?$/.exec(each) ?? [];
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? DEFAULT_PORT) };
  });
  const said = settings.get('tls') ?? settings.get('ssl');
  return {
    // Names of SRV are no hosts.
    endpoints: srv ? [] : endpoints,
    tls: said === null ? srv !== undefined : said === 'true',
    hasUser: user !== undefined && user !== '',
    settings,
  };
}

/** Tells refusals by the server's error codes: Unauthorized, AuthenticationFailed; 8000 is Atlas's own. */
function refusalOf(error: unknown, knowsUser: boolean): Refusal | null {
  for (let fault: unknown = error, depth = 0; isError(fault) && depth < 5; depth++) {
    const code = codeOf(fault);
    if (code === 18 || code === 8000) return 'user';
    if (code === 13) return knowsUser ? 'rights' : 'nobody';
    fault = fault.cause;
  }
  return null;
}

const ownTrust = ['tlsCAFile', 'tlsInsecure', 'tlsAllowInvalidCertificates', 'tlsAllowInvalidHostnames'];

/** What is looked at when MongoDB cannot be used. */
export function mongoDiagnosis(url: string, access: EngineAccess): EngineDiagnosis {
  const { endpoints, tls, hasUser, settings } = readMongoUrl(url);
  return {
    prefix: 'STORE',
    endpoints,
    tls,
    tlsForm: 'mongodb://host:port/NAME?tls=true',
    looksAtCertificate: !ownTrust.some((name) => settings.has(name)),
    access,
    userInAddress: hasUser,
    refusalOf: (error) => refusalOf(error, hasUser || access.username !== null),
  };
}
