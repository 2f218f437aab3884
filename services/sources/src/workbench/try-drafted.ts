import { apiError, type SourceTrial } from '@numscope/contracts';
import type { ServiceKit } from '@numscope/platform';
import { memorySubmissions } from '../connectors/http/submissions.memory.ts';
import { connectorOf } from '../connectors/connectors.ts';
import { guardedLookup } from '../connectors/http/private-addresses.ts';
import type { SourcesSettings } from '../settings.ts';
import { askNumber } from './ask-number.ts';
import { checkPlaces } from './check-places.ts';
import { draftSource } from './drafted-source.ts';
import { originsOf } from '../config/secret-use.ts';
import { tryCall } from './trial.ts';

/** Somebody waits before a screen. */
const LONGEST_MS = 20_000;

/** Asks a source that is in no file yet about one number; nothing is kept. @throws ApiError SOURCE_INVALID */
export async function tryDrafted(
  { source: text, phone }: { source: string; phone: string },
  settings: SourcesSettings,
  kit: ServiceKit,
): Promise<SourceTrial> {
  const { name, bound, listed } = draftSource(text, settings);
  const asked = bound.asked.find((one) => one.name === name);
  if (!asked) throw apiError('SOURCE_INVALID', { details: { faults: ['source: is switched off'] } });
  const config = { ...asked.config, timeoutMs: Math.min(asked.config.timeoutMs, LONGEST_MS) };
  await checkPlaces(config, listed);
  const isListed = [...originsOf(config)].every((origin) => listed.has(origin));
  const { proxies, secrets } = bound;
  const connector = await connectorOf(name, config, {
    proxies,
    secrets,
    datasets: null,
    submissions: memorySubmissions(),
    log: kit.log,
    now: () => kit.clock.now(),
    ...(isListed ? {} : { lookup: guardedLookup(() => false) }),
  });
  try {
    await connector.start();
    return await tryCall({ source: name, config, connector, number: askNumber(phone), secrets });
  } finally {
    await connector.close();
  }
}
