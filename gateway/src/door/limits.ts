/** What the outer door bears. Times in milliseconds, sizes in bytes. */
export interface DoorLimits {
  /** Open connections, of all and of one address; of a trusted proxy's any number. */
  connections: number;
  connectionsOfAddress: number;
  /** Websockets that have brought no token yet, of one address. */
  newSocketsOfAddress: number;
  /** The whole of a body that is no form. */
  bodyMs: number;
  /** In each such time a form must bring at least so much, as long as we have room for it. */
  windowMs: number;
  windowBytes: number;
}

export const doorLimits: DoorLimits = {
  connections: 20_000,
  connectionsOfAddress: 2000,
  newSocketsOfAddress: 200,
  bodyMs: 30_000,
  windowMs: 30_000,
  windowBytes: 64 * 1024,
};
