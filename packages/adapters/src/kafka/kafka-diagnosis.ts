import { isError } from '@numscope/platform';
import type { EngineDiagnosis, Refusal } from '../access/access-fault.ts';
import type { EngineAccess } from '../access/engine-access.ts';
import type { KafkaAddress } from './kafka-url.ts';

/** The client wraps what it met, some in `cause`, some in `originalError`. */
function* faultsIn(error: unknown): Iterable<Error> {
  for (let fault: unknown = error, depth = 0; isError(fault) && depth < 5; depth++) {
    yield fault;
    fault = fault.cause ?? ('originalError' in fault ? fault.originalError : undefined);
  }
}

function refusalOf(error: unknown): Refusal | null {
  for (const fault of faultsIn(error)) {
    if (fault.name === 'KafkaJSSASLAuthenticationError')
      return /not supported by the server|does not support|disabled|unsupported/i.test(fault.message)
        ? 'mechanism'
        : 'user';
    const type = 'type' in fault ? String(fault.type) : '';
    if (type === 'UNSUPPORTED_SASL_MECHANISM') return 'mechanism';
    if (type === 'SASL_AUTHENTICATION_FAILED') return 'user';
    if (type.endsWith('_AUTHORIZATION_FAILED')) return 'rights';
  }
  return null;
}

/** A broker that wants a user ends the connection of who comes without one, and says nothing. */
const isHungUp = (error: unknown): boolean =>
  [...faultsIn(error)].some(({ message }) => /closed connection|socket hang up|ECONNRESET|EPIPE/i.test(message));

function endpointOf(broker: string): { host: string; port: number } {
  const at = broker.lastIndexOf(':');
  return { host: broker.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(broker.slice(at + 1)) };
}

/** What is looked at when Kafka cannot be used. */
export const kafkaDiagnosis = ({ brokers, secure }: KafkaAddress, access: EngineAccess): EngineDiagnosis => ({
  prefix: 'BUS',
  endpoints: brokers.map(endpointOf),
  tls: secure,
  tlsForm: 'kafka+ssl://host:port',
  access,
  userInAddress: false,
  refusalOf,
  mayWantUser: (error) => access.username === null && isHungUp(error),
});
