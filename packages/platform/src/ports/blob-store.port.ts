import type { Readable } from 'node:stream';

export interface BlobInfo {
  key: string;
  bytes: number;
  contentType: string;
}

/** Bytes by key. Keys are `/`-separated words of `[A-Za-z0-9._-]`. */
export interface BlobStore {
  /** Durable when resolved; a reader never sees half of it. Putting the same key again replaces it. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null when there is no such blob. */
  get(key: string): Promise<{ info: BlobInfo; body: Readable } | null>;
  stat(key: string): Promise<BlobInfo | null>;
  /** Whether something was there to delete. */
  delete(key: string): Promise<boolean>;
  /** All blobs whose key begins with `prefix`, in order of their keys. */
  list(prefix: string): AsyncIterable<BlobInfo>;
  check(): Promise<void>;
  close(): Promise<void>;
}
