// The floor of websockets: `ws` alone, which sends each second a message of about the size of a job's. Prints its port.
import { type AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const [bytes = 800] = process.argv.slice(2).map(Number);
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.once('listening', () => console.log((server.address() as AddressInfo).port));
let number = 0;
setInterval(() => {
  const filler = 'x'.repeat(bytes);
  const json = JSON.stringify({ at: Date.now(), data: { number: ++number, filler } });
  for (const socket of server.clients) socket.send(json);
}, 1000);
