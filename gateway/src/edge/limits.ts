import { limits } from '@numscope/contracts';

/**
 * How much the gateway takes from outside at most. Times in milliseconds, sizes in bytes. All addresses of a network of 64 bits of IPv6 are
 * one.
 */
export interface EdgeLimits {
  /** Open connections, of all and of one address; of a trusted proxy's any number. */
  connections: number;
  connectionsOfAddress: number;
  /** Websockets that have brought no token yet, of one address. */
  newSocketsOfAddress: number;
  /** Websockets of one user, with all logins and keys. */
  socketsOfUser: number;
  /** Open event streams, of all, of one API key or user without any, and of a user with all keys. Each reads the bus on its own. */
  eventStreams: number;
  eventStreamsOfHolder: number;
  eventStreamsOfUser: number;
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

export const edgeLimits: EdgeLimits = {
  connections: 20_000,
  connectionsOfAddress: 2000,
  newSocketsOfAddress: 200,
  socketsOfUser: limits.websocketsPerUser,
  eventStreams: 100,
  eventStreamsOfHolder: 5,
  eventStreamsOfUser: 20,
  eventStallMs: 60_000,
  bodyMs: 30_000,
  windowMs: 30_000,
  windowBytes: 64 * 1024,
  endingMs: 15_000,
};
