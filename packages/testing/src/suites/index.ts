export { blobStoreSuite } from './blob-store.ts';
export { eventBusSuite } from './event-bus/index.ts';
export { faceIndexSuite } from './face-index.ts';
export { IndexModel } from './search-index/index-model.ts';
export { searchIndexSuite } from './search-index/index.ts';
export { Seen } from './seen.ts';
export { serviceClientSuite } from './service-client.ts';
export { storePair } from './store-pair.ts';
