export { type BlobHarness, blobStoreSuite } from './blob-store.ts';
export { type BusHarness, eventBusSuite } from './event-bus.ts';
export { IndexModel } from './index-model.ts';
export { type IndexHarness, searchIndexSuite } from './search-index.ts';
export { Seen } from './seen.ts';
export { type ClientHarness, serviceClientSuite } from './service-client.ts';
export { type StorePair, storePair } from './store-pair.ts';
