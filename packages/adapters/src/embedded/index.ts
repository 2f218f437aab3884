export { openEmbeddedBus } from './bus/embedded-bus.ts';
export { keyOf as keyOfBlobFile, pathOfBlob } from './blobs/blob-key.ts';
export { openFileBlobStore } from './blobs/file-blob-store.ts';
export { openEmbeddedFaceIndex } from './faces/embedded-face-index.ts';
export { openEmbeddedIndex } from './search/embedded-index.ts';
export { undeliveredEvents } from './bus/undelivered.ts';
export { keepUndelivered } from './bus/keep-undelivered.ts';
export { busMigrations } from './bus/bus-schema.ts';
export { indexMigrations } from './search/index-schema.ts';
