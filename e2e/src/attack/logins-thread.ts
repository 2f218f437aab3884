import { parentPort, workerData } from 'node:worker_threads';
import { type Attempt, logIn } from './logins.ts';

const { url, attempts } = workerData as { url: string; attempts: Attempt[] };
parentPort?.postMessage(await Promise.all(attempts.map((attempt) => logIn(url, attempt))), []);
