import { listeningChild } from './child.ts';
import { requestsPerSecond } from './requests-per-second.ts';

const CONNECTIONS = 50;
/** What floors.md has for a bare Fastify, in requests a second: the speed of the machine by which its bars were set. */
const FASTIFY_OF_FLOORS = 33_000;

/** How fast the machine is now, beside the one by which the bars in milliseconds were set. */
export interface MachineSpeed {
  /** Requests a second of a bare Fastify. */
  fastify: number;
  /** 1: as fast; 0.5: all takes twice the time. */
  share: number;
}

/** Measured by a bare Fastify, for three seconds. */
export async function machineSpeed(): Promise<MachineSpeed> {
  const bare = await listeningChild(new URL('floors/bare-fastify.ts', import.meta.url));
  try {
    const fastify = Math.round(await requestsPerSecond(`http://127.0.0.1:${bare.port}/`, CONNECTIONS));
    return { fastify, share: fastify / FASTIFY_OF_FLOORS };
  } finally {
    await bare.stop();
  }
}

export const toldSpeed = ({ fastify }: MachineSpeed): string =>
  `bare Fastify ${fastify}/s just before (floors.md: ${FASTIFY_OF_FLOORS}/s)`;
