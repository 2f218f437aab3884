import { EventEmitter } from 'node:events';

const WINDOW_MS = 10_000;
const BUCKETS = 10;

/** One timer turns the windows of all breakers of a process: each would have one of its own, also while nobody calls. */
const rotation = new EventEmitter().setMaxListeners(0);
setInterval(() => rotation.emit('rotate'), WINDOW_MS / BUCKETS).unref();

/**
 * What all breakers have in common: one opens when half of the calls of 10 s tell that the other side is not well. Each
 * call has its own time limit.
 */
export const breakerOptions = {
  timeout: false,
  errorThresholdPercentage: 50,
  rollingCountTimeout: WINDOW_MS,
  rollingCountBuckets: BUCKETS,
  rollingPercentilesEnabled: false,
  enableSnapshots: false,
  rotateBucketController: rotation,
} as const;
