export { openS3BlobStore, type S3BlobStoreOptions } from './s3-blob-store.ts';
export { parseS3Url, type S3Address } from './s3-url.ts';
