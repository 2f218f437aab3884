// A bare process that works in short slices half of the time. Prints its port; each call answers its longest stall since the last one, in milliseconds.
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const SLICE_MS = 5;
/** As in the metrics of the product. */
const RESOLUTION_MS = 10;

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();

function work(): void {
  const until = performance.now() + SLICE_MS;
  while (performance.now() < until);
  setTimeout(work, SLICE_MS);
}
work();

const server = createServer((_request, response) => {
  response.end(String(delays.max / 1e6));
  delays.reset();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(address !== null && typeof address === 'object' ? address.port : '');
});
