import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './installation.ts';

/** A way to a product that a test can break: as a network that fails, which tells neither end, or as one that is not there. */
export class FailingLine {
  readonly url: string;
  readonly #server: Server;
  readonly #ends = new Set<Socket>();
  #state: 'passes' | 'stalls' | 'refuses' = 'passes';

  private constructor(port: number, server: Server) {
    this.url = `http://127.0.0.1:${port}`;
    this.#server = server;
  }

  /** Opens a way to `to`, the port of a product on this machine. */
  static async open(to: number): Promise<FailingLine> {
    const server = createServer((from) => line.#pass(from, to));
    const port = await freePort();
    const line = new FailingLine(port, server);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return line;
  }

  /** From now on nothing comes through: whoever is connected hears nothing of it, whoever connects gets no answer. */
  stall(): void {
    this.#state = 'stalls';
    for (const end of this.#ends) end.pause();
  }

  /** From now on everybody is turned away, whoever is connected too. */
  refuse(): void {
    this.#state = 'refuses';
    for (const end of this.#ends) end.destroy();
  }

  /** Everything comes through again, by new connections: what was stalled is lost. */
  mend(): void {
    this.#state = 'passes';
    for (const end of this.#ends) end.destroy();
  }

  close(): void {
    this.#server.close();
    for (const end of this.#ends) end.destroy();
  }

  #pass(from: Socket, to: number): void {
    if (this.#state === 'refuses') return void from.destroy();
    const both = [from, connect(to, '127.0.0.1')] as const;
    for (const [end, other] of [both, both.toReversed()] as Array<[Socket, Socket]>) {
      this.#ends.add(end);
      if (this.#state === 'stalls') end.pause();
      end.on('data', (bytes) => other.write(bytes));
      // While stalled the other end is not told: it would be news.
      end.on('close', () => {
        this.#ends.delete(end);
        if (this.#state !== 'stalls') other.destroy();
      });
      end.on('error', () => undefined);
    }
  }
}
