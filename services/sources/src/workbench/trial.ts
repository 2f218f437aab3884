import type { SourceTrial } from '@numscope/contracts';
import { reasonOf } from '@numscope/platform';
import type { AskedSource } from '../config/source-config.ts';
import { type CallWatcher, type Connector, type SourceAnswer, SourceFault } from '../connectors/connector.port.ts';
import { costOfAnswer } from '../domain/answer-cost.ts';
import { troubleOf } from '../domain/health/mapping-watch.ts';
import type { AskedNumber } from '../domain/template.ts';
import { MASK, SecretMask } from '../connectors/http/secret-mask.ts';

/** Characters of an answer's body that are shown: nobody reads more. */
const BODY_CHARS = 64 * 1024;
const EXCHANGES = 50;
/** Whoever tries a source that is polled waits no longer. */
const LONGEST_MS = 60_000;

/**
 * One call to a source, and all that it was made of. Its kind says what is wrong with it, and is MAPPING for an answer
 * that is 'nothing' only because the mapping finds nothing in it.
 */
export type Trial = SourceTrial;
type TriedExchange = Trial['exchanges'][number];

export interface TrialOptions {
  source: string;
  config: AskedSource;
  connector: Connector;
  number: AskedNumber;
  /** Texts to be masked. */
  secrets: readonly string[];
}

function masked(name: string, value: string): string {
  if (/^(?:proxy-)?authorization$/i.test(name))
    return value.replace(/^(\S+)\s.*$|^\S+$/s, (_all, scheme?: string) => (scheme ? `${scheme} ${MASK}` : MASK));
  return /cookie|(?:^|-)(?:api-?)?key$|token|secret/i.test(name) ? MASK : value;
}

/** Takes out what is secret by the name of its header, whoever made it: of `authorization` the scheme stays. */
const maskHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(name, String(value))]));

function watcherOf(secrets: readonly string[]): { watcher: CallWatcher } & Pick<Trial, 'exchanges' | 'expressions'> {
  const mask = new SecretMask(secrets);
  const headersOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
    Object.fromEntries(Object.entries(maskHeaders(headers)).map(([name, value]) => [name, mask.clean(value)]));
  const exchanges: TriedExchange[] = [];
  let current: TriedExchange | null = null;
  const expressions: Trial['expressions'] = [];
  const watcher: CallWatcher = {
    sent({ method, url, headers, body }) {
      const request = { method, url: mask.clean(url), headers: headersOf(headers), body: body && mask.clean(body) };
      current = { request, answer: null };
      if (exchanges.length < EXCHANGES) exchanges.push(current);
    },
    received({ status, headers, text }) {
      // Before it is cut: half a secret is not found.
      const body = mask.clean(text).slice(0, BODY_CHARS);
      if (current) current.answer = { status, headers: headersOf(headers), body, isCut: text.length > BODY_CHARS };
    },
    evaluated: (name, value) => void expressions.push({ name, value }),
  };
  return { watcher, exchanges, expressions };
}

/** Asks a source about one number, outside of any job and past its limits. Whatever comes of it is told, not thrown. */
export async function tryCall({ source, config, connector, number, secrets }: TrialOptions): Promise<Trial> {
  const { watcher, exchanges, expressions } = watcherOf(secrets);
  const begun = performance.now();
  const told = (answer: SourceAnswer): Trial => ({
    source,
    phone: number.e164,
    status: answer.status,
    ...troubleOf(answer),
    ms: Math.round(performance.now() - begun),
    cost: costOfAnswer(answer, config, { ofCall: 1, ofNumber: 1 }),
    exchanges,
    expressions,
    fields: answer.fields,
  });
  try {
    const account = config.accounts[0]?.name ?? '';
    const [answer] = await connector.ask([number], {
      account,
      watcher,
      isWanted: () => performance.now() - begun < LONGEST_MS,
    });
    if (!answer) throw new SourceFault('sent no answer', { kind: 'MAPPING' });
    return told(answer);
  } catch (error) {
    const { kind, cost } = error instanceof SourceFault ? error : { kind: 'PROVIDER' as const, cost: null };
    const paid = cost === null ? {} : { cost };
    return told({ status: 'FAILED', kind, message: reasonOf(error), fields: null, ...paid });
  }
}
