// Opens websockets, and hears them: what a message took from the moment it was sent, until each of them has heard so
// many that were sent after all were open. Arguments: address, how many, how many messages, a token if one is wanted.
// Prints `open`, and then what it heard.
import * as z from 'zod';
import { WebSocket } from 'ws';
import { percentile } from './report.ts';

const [url = '', sockets = '', messages = '', token = ''] = process.argv.slice(2);
const count = Number(sockets);
const wanted = Number(messages);
/** Opened at once: a server bears only so many that have not said who they are. */
const WAVE = 100;
/** One address may have only so many connections; on a loopback network there are many. */
const OF_ADDRESS = 1000;
/** What has not come by then does not come. */
const LATE_MS = 30_000;

const Message = z.object({ at: z.number(), data: z.object({ number: z.number() }) });
const last = new Float64Array(count);
const times: number[] = [];
let openAt = Number.POSITIVE_INFINITY;

function hear(index: number, text: string): void {
  const message = Message.safeParse(JSON.parse(text));
  if (!message.success || message.data.at < openAt) return;
  const { at, data } = message.data;
  if (data.number <= (last[index] ?? 0) || times.length === count * wanted) return;
  last[index] = data.number;
  times.push(Date.now() - at);
  if (times.length === count * wanted) tell();
}

function tell(): void {
  console.log(JSON.stringify({ heard: times.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }));
  process.exit();
}

const open = (index: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const localAddress = `127.0.0.${1 + Math.floor(index / OF_ADDRESS)}`;
    const socket = new WebSocket(url, { localAddress, perMessageDeflate: false });
    socket.once('error', reject);
    socket.once('close', (code) => reject(new Error(`a websocket was closed with ${code}`)));
    socket.once('open', () => (token ? socket.send(JSON.stringify({ type: 'auth', token })) : resolve()));
    socket.on('message', (data) => {
      resolve();
      hear(index, String(data));
    });
  });

for (let index = 0; index < count; index += WAVE)
  await Promise.all(Array.from({ length: Math.min(WAVE, count - index) }, (_none, at) => open(index + at)));
openAt = Date.now();
console.log('open');
setTimeout(tell, wanted * 1000 + LATE_MS);
