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

/** Where something keeps what it is given, empty at first. */
export interface Storage<T> {
  /** Opens it, also again after a close: what was stored is there. */
  open(): Promise<T>;
  /** Deletes it all. */
  dispose(): Promise<void>;
}

/**
 * Opens something on storage of its own for each test of the block, or for all.
 * @returns closes what is open and opens it again
 */
export function onStorage<T extends Closing>(
  lives: 'each' | 'all',
  create: () => Promise<Storage<T>>,
  take: (opened: T) => void,
): () => Promise<void> {
  let storage: Storage<T>;
  let opened: T;
  const open = async (): Promise<void> => take((opened = await storage.open()));
  const [before, after] = lives === 'each' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    storage = await create();
    await open();
  });
  after(async () => {
    await opened.close();
    await storage.dispose();
  });
  return async () => {
    await opened.close();
    await open();
  };
}

/** Opens something before all tests of the block and closes it after the last. */
export function aroundAll<T extends Closing>(open: () => Promise<T>, take: (opened: T) => void): void {
  let opened: T | undefined;
  beforeAll(async () => take((opened = await open())));
  afterAll(async () => opened?.close());
}
