/** What the main thread and a store's worker say to each other. */
export interface WorkerStart {
  module: string;
  options: unknown;
  /** A reader opens the same file read-only. */
  role: 'writer' | 'reader';
}

export interface WorkerCall {
  id: number;
  name: string;
  args: unknown[];
}

export interface WorkerAnswer {
  id: number;
  value?: unknown;
  error?: Error;
}
