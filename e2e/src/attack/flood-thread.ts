import { parentPort, workerData } from 'node:worker_threads';
import { bigBodies } from './big-bodies.ts';
import type { Target } from './flood.ts';
import { sendJson } from './send-json.ts';

const targets = workerData as Target[];
const statuses: number[] = [];
for (const [place, body] of [...bigBodies.values()].entries()) {
  for (const { method, url, atOnce, bodies } of targets) {
    if (bodies?.includes(place) === false) continue;
    statuses.push(...(await Promise.all(Array.from({ length: atOnce }, () => sendJson({ method, url, body })))));
  }
}
parentPort?.postMessage(statuses, []);
