// The floor of websockets: `ws` alone, which at each request over HTTP sends all of them a message of about the size of
// a job's. Prints its port.
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const [bytes = 800] = process.argv.slice(2).map(Number);
const filler = 'x'.repeat(bytes);
let number = 0;
const server = createServer((_request, response) => {
  response.end();
  const json = JSON.stringify({ at: Date.now(), data: { number: ++number, filler } });
  for (const socket of sockets.clients) socket.send(json);
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
