import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy in front of a server, which tests open, shut and block: as a network that works, is not there, or fails and tells neither end. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #state: 'open' | 'shut' | 'blocked' = 'open';
  #knocks = 0;
  #waiting: Array<{ knocks: number; resolve(): void }> = [];

  private constructor(host: string, port: number) {
    this.#server = createServer((socket) => this.#let(socket, host, port));
  }

  static async before(host: string, port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(host, port);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends what is connected; who comes is turned away. */
  shut(): void {
    this.#state = 'shut';
    for (const socket of this.#sockets) socket.destroy();
  }

  /** What is connected hears nothing more, and so does who comes. */
  block(): void {
    this.#state = 'blocked';
    for (const socket of this.#sockets) socket.pause();
  }

  open(): void {
    this.#state = 'open';
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Resolves when `count` more have come in vain. */
  turnedAway(count: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ knocks: this.#knocks + count, resolve }));
  }

  async close(): Promise<void> {
    this.shut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #let(socket: Socket, host: string, port: number): void {
    this.#keep(socket);
    if (this.#state !== 'open') {
      this.#knocks++;
      for (const waiter of this.#waiting.splice(0)) {
        if (waiter.knocks <= this.#knocks) waiter.resolve();
        else this.#waiting.push(waiter);
      }
    }
    if (this.#state === 'shut') socket.destroy();
    if (this.#state !== 'open') return;
    const inside = this.#keep(connect(port, host));
    socket.on('data', (bytes) => inside.write(bytes));
    inside.on('data', (bytes) => socket.write(bytes));
    // While blocked the other end is not told: it would be news.
    socket.on('close', () => this.#state !== 'blocked' && inside.destroy());
    inside.on('close', () => this.#state !== 'blocked' && socket.destroy());
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    return socket;
  }
}
