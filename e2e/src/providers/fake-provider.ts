import { createServer } from 'node:http';
import { listenLocally } from '@numscope/testing/local-server';

/** Whether the fake provider knows a number: three in four. */
export const isKnown = (phone: string): boolean => Number(phone) % 4 !== 0;

/** An HTTP source as an operator might have one: knows the numbers that `isKnown` says, answers after `delayMs`, and counts who was asked for. */
export interface FakeProvider {
  url: string;
  /** How often each phone was answered (calls that were broken off by a kill before the answer went out do not count). */
  answered: Map<string, number>;
  /** When each answer went out, in milliseconds of `performance.now()`. */
  answeredAt: number[];
  /** Calls that came in. */
  asked(): number;
  /** Makes each answer take this long from now on. */
  answerAfter(ms: number): void;
  /** Calls that come once so many were answered wait until they are let go. */
  holdAfter(answers: number): void;
  letGo(): void;
  close(): Promise<void>;
}

export async function startFakeProvider(delayMs: number): Promise<FakeProvider> {
  const answered = new Map<string, number>();
  const answeredAt: number[] = [];
  let asked = 0;
  let answerMs = delayMs;
  let heldAfter = Number.POSITIVE_INFINITY;
  const held: Array<() => void> = [];
  const server = createServer((request, response) => {
    asked++;
    const phone = request.url?.split('/').at(-1) ?? '';
    const answer = (): void => {
      if (response.destroyed || request.socket.destroyed) return;
      const known = isKnown(phone);
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
      response.end(
        known
          ? JSON.stringify({ names: [{ name: `Person ${phone}`, type: 'OK' }], emails: [`p${phone}@mail.example`] })
          : '{}',
      );
      answered.set(phone, (answered.get(phone) ?? 0) + 1);
      answeredAt.push(performance.now());
    };
    const inTime = (): void => void setTimeout(answer, answerMs);
    if (answeredAt.length < heldAfter) inTime();
    else held.push(inTime);
  });
  server.keepAliveTimeout = 30_000;
  return {
    ...(await listenLocally(server)),
    answered,
    answeredAt,
    asked: () => asked,
    answerAfter: (ms) => void (answerMs = ms),
    holdAfter: (answers) => void (heldAfter = answers),
    letGo: () => {
      heldAfter = Number.POSITIVE_INFINITY;
      for (const inTime of held.splice(0)) inTime();
    },
  };
}

/** A sources file that binds OFFICE to a fake provider. */
export const providerSources = (url: string, options: { concurrency: number; timeoutMs?: number }): string => `
sources:
  OFFICE:
    connector: http
    request:
      method: GET
      url: "${url}/numbers/{phone}"
    answer: { notFoundStatus: [404] }
    limits: { concurrency: ${options.concurrency}, perSecond: 0, perDay: 0 }
    timeoutMs: ${options.timeoutMs ?? 10_000}
    retries: 1
    freshForDays: 0
    trust: 0.8
`;
