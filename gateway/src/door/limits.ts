import { limits } from '@numscope/contracts';

/**
 * What the outer door bears. Times in milliseconds, sizes in bytes. All addresses of a network of 64 bits of IPv6 are
 * one.
 */
export interface DoorLimits {
  /** Open connections, of all and of one address; of a trusted proxy's any number. */
  connections: number;
  connectionsOfAddress: number;
  /** Websockets that have brought no token yet, of one address. */
  newSocketsOfAddress: number;
  /** Websockets of one user, with all logins and keys. */
  socketsOfUser: number;
  /** Open event streams, of all and of one user or API key. Each reads the bus on its own. */
  eventStreams: number;
  eventStreamsOfHolder: number;
  /** An event stream of which nothing is taken for so long is ended: its client goes on where it was. */
  eventStallMs: number;
  /** The whole of a body that is no form. */
  bodyMs: number;
  /** In each such time a form must bring at least so much, as long as we have room for it. */
  windowMs: number;
  windowBytes: number;
  /** What was begun when the system goes down has so long to be sent and answered. */
  endingMs: number;
}

export const doorLimits: DoorLimits = {
  connections: 20_000,
  connectionsOfAddress: 2000,
  newSocketsOfAddress: 200,
  socketsOfUser: limits.websocketsPerUser,
  eventStreams: 100,
  eventStreamsOfHolder: 5,
  eventStallMs: 60_000,
  bodyMs: 30_000,
  windowMs: 30_000,
  windowBytes: 64 * 1024,
  endingMs: 15_000,
};
