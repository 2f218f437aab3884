import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

interface Closing {
  close(): Promise<unknown>;
}

/** Opens something before each test of the block and closes it after. */
export function aroundEach<T extends Closing>(open: () => Promise<T>, take: (opened: T) => void): void {
  let opened: T | undefined;
  beforeEach(async () => take((opened = await open())));
  afterEach(async () => opened?.close());
}

/** Opens something before all tests of the block and closes it after the last. */
export function aroundAll<T extends Closing>(open: () => Promise<T>, take: (opened: T) => void): void {
  let opened: T | undefined;
  beforeAll(async () => take((opened = await open())));
  afterAll(async () => opened?.close());
}
