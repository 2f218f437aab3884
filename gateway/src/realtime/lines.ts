import type { SocketMessage } from '@numscope/contracts';
import { type Authenticator, breathe } from '@numscope/platform';
import pLimit from 'p-limit';
import { closeCodes, type Line } from './line.ts';

const TOKEN_CHECK_MS = 500;
const PING_MS = 30_000;

/** All open lines. Messages reach every line that may hear them, in the order they were sent. */
export class Lines {
  readonly #lines = new Set<Line>();
  readonly #authenticator: Authenticator;
  readonly #timers: NodeJS.Timeout[];
  readonly #oneAtATime = pLimit(1);
  /** Messages handed to lines since the start, by type. */
  readonly #sent = new Map<SocketMessage['type'], number>();

  constructor(authenticator: Authenticator) {
    this.#authenticator = authenticator;
    this.#timers = [
      setInterval(() => this.#endUnauthorised(), TOKEN_CHECK_MS).unref(),
      setInterval(() => void this.#each((line) => line.ping()), PING_MS).unref(),
    ];
  }

  get open(): number {
    return this.#lines.size;
  }

  get sent(): ReadonlyMap<SocketMessage['type'], number> {
    return this.#sent;
  }

  /** Whether anybody would be sent such a message. */
  isHeard(type: SocketMessage['type']): boolean {
    for (const line of this.#lines) if (line.hears(type)) return true;
    return false;
  }

  add(line: Line): void {
    this.#lines.add(line);
  }

  remove(line: Line): void {
    this.#lines.delete(line);
  }

  /** Resolves when the message was handed to every line of its audience. */
  send(message: SocketMessage): Promise<void> {
    const json = JSON.stringify(message);
    return this.#oneAtATime(async () => {
      let lines = 0;
      await this.#each((line) => {
        if (!line.hears(message.type)) return;
        line.send(json);
        lines++;
      });
      this.#sent.set(message.type, (this.#sent.get(message.type) ?? 0) + lines);
    });
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.send({ type: 'system', at: Date.now(), data: { message: 'The system is going down' } });
    await this.#each((line) => line.close(closeCodes.goingAway, 'going down'));
  }

  async #each(visit: (line: Line) => void): Promise<void> {
    const pace = breathe();
    for (const line of this.#lines) {
      await pace();
      visit(line);
    }
  }

  /** Closes the lines whose token ran out or was revoked; each token is checked once, however many lines it opened. */
  #endUnauthorised(): void {
    const valid = new Map<string, boolean>();
    void this.#each((line) => {
      let ok = valid.get(line.token);
      if (ok === undefined) valid.set(line.token, (ok = this.#isValid(line.token)));
      if (!ok) line.close(closeCodes.unauthorized, 'the session has ended');
    });
  }

  #isValid(token: string): boolean {
    try {
      this.#authenticator.identify(token);
      return true;
    } catch {
      return false;
    }
  }
}
