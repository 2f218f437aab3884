import type { EngineDiagnosis, Refusal } from '../access/access-fault.ts';
import type { EngineAccess } from '../access/engine-access.ts';
import { RefusedError } from './elastic-faults.ts';

function refusalOf(error: unknown, knowsUser: boolean): Refusal | null {
  if (!(error instanceof RefusedError)) return null;
  if (!knowsUser) return 'nobody';
  return error.status === 401 ? 'user' : 'rights';
}

/** What is looked at when Elasticsearch cannot be used. */
export function elasticDiagnosis(url: string, access: EngineAccess): EngineDiagnosis {
  const { protocol, hostname, port, username } = new URL(url);
  const tls = protocol === 'https:';
  const userInAddress = username !== '';
  return {
    prefix: 'SEARCH',
    endpoints: [{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (tls ? 443 : 80) }],
    tls,
    tlsForm: 'https://host:port',
    access,
    userInAddress,
    refusalOf: (error) => refusalOf(error, userInAddress || access.username !== null),
  };
}
