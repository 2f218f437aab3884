export { type EmbeddedBusOptions, openEmbeddedBus } from './bus/embedded-bus.ts';
export { openFileBlobStore } from './blobs/file-blob-store.ts';
export { openEmbeddedIndex } from './search/embedded-index.ts';
export { undeliveredEvents } from './bus/undelivered.ts';
