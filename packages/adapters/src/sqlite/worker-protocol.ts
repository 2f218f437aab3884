/**
 * What the main thread and a thread of stores say to each other. One thread may serve several stores; each has its
 * number.
 */
export type WorkerRequest = { id: number; store: number } & (
  | {
      kind: 'open';
      module: string;
      options: unknown;
      /** A reader opens the same file read-only. The answer is the names of the functions. */
      role: 'writer' | 'reader';
    }
  | { kind: 'call'; name: string; args: unknown[] }
  | { kind: 'close' }
);

export interface WorkerAnswer {
  id: number;
  value?: unknown;
  error?: Error;
  /** Whether that passes by itself: the class of an error is lost between threads. */
  passes?: boolean;
}
