import { stat } from 'node:fs/promises';
import type { SourceTrial } from '@numscope/contracts';
import type { ServiceKit } from '@numscope/platform';
import { originsOf } from '../config/secret-use.ts';
import type { AskedSource } from '../config/source-config.ts';
import { guardedLookup } from '../connectors/http/private-addresses.ts';
import { type KnownFields, unsaidNeeds } from '../domain/fields/known-fields.ts';
import type { SourcesSettings } from '../settings.ts';
import { askNumber } from './ask-number.ts';
import { checkPlaces } from './check-places.ts';
import { draftSource, invalidSource } from './drafted-source.ts';
import { openAlone } from './open-source.ts';
import { tryCall } from './trial.ts';

/** Somebody waits before a screen. */
const LONGEST_MS = 20_000;
/** The largest dataset file: it is read whole for one number. */
const FILE_BYTES = 20 * 1024 * 1024;

/** What cannot be tried while somebody waits, or has nothing that could be called. @throws ApiError SOURCE_INVALID */
async function checkTriable(name: string, config: AskedSource | undefined): Promise<AskedSource> {
  if (!config) throw invalidSource(['source: is switched off, or calls nobody: there is nothing to try']);
  if (config.connector !== 'dataset') return config;
  const size = await stat(config.file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > FILE_BYTES)
    throw invalidSource([`source: its file is too large to be tried here; npm run source -- try ${name} takes it`]);
  return config;
}

/** Asks a source that is in no file yet about one number; nothing is kept. @throws ApiError SOURCE_INVALID */
export async function tryDrafted(
  { source: text, phone, known = {} }: { source: string; phone: string; known?: KnownFields | undefined },
  settings: SourcesSettings,
  { log, clock }: Pick<ServiceKit, 'log' | 'clock'>,
): Promise<SourceTrial> {
  const { name, bound, listed } = draftSource(text, settings);
  const asked = await checkTriable(name, bound.asked.find((one) => one.name === name)?.config);
  const unsaid = unsaidNeeds(asked.needs, known);
  if (unsaid.length > 0)
    throw invalidSource([`known: it is asked with what other sources find: say a value of ${unsaid.join(' and ')}`]);
  const config = { ...asked, timeoutMs: Math.min(asked.timeoutMs, LONGEST_MS) };
  const isHttp = config.connector === 'http';
  if (isHttp) await checkPlaces(config, listed);
  const isListed = !isHttp || [...originsOf(config)].every((origin) => listed.origins.has(origin));
  const { secrets } = bound;
  const { connector, close } = await openAlone(name, config, bound, {
    log,
    now: () => clock.now(),
    ...(isListed ? {} : { lookup: guardedLookup(() => false) }),
  });
  try {
    return await tryCall({ source: name, config, connector, number: { ...askNumber(phone), found: known }, secrets });
  } finally {
    await close();
  }
}
