import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerStatuses, faultKinds } from '@numscope/contracts';
import { parse } from 'yaml';
import * as z from 'zod';

const folder = fileURLToPath(new URL('../../presets', import.meta.url));
const providerFolder = join(folder, 'providers');
const ENDING = '.yaml';

const texts = z.record(z.string(), z.string());

const Exchange = z.strictObject({
  /** What must be asked to be answered; headers and query only as far as they stand here. */
  request: z.strictObject({
    method: z.string().default('GET'),
    path: z.string().startsWith('/'),
    query: texts.default({}),
    headers: texts.default({}),
    /** JSON, or the pairs of a form. */
    body: z.unknown().optional(),
  }),
  answer: z.strictObject({
    status: z.number().int(),
    headers: texts.default({}),
    /** A text as it is sent; anything else is sent as JSON. */
    body: z.unknown().optional(),
  }),
});
export type Exchange = z.infer<typeof Exchange>;

const Proof = z.strictObject({
  phone: z.string(),
  status: z.enum(answerStatuses),
  kind: z.enum(faultKinds).optional(),
  /** JMESPath over `{ status, kind, message, fields, cost }`; each must be true. */
  holds: z.array(z.string()).default([]),
  /** Values that other sources have found, for a source that needs them. */
  known: texts.default({}),
  /** Credentials other than those of the fixture, such as a wrong key. */
  env: texts.default({}),
  /** Only the fixture is asked this way: it knows which number has no answer and which key is wrong. */
  fixtureOnly: z.boolean().default(false),
});

/** A source that somebody else offers, ready but for the operator's own credentials and prices. */
export const Preset = z.strictObject({
  title: z.string(),
  /** The public pages that it was written from, and when they were read. */
  documentation: z.array(z.strictObject({ url: z.string(), read: z.iso.date() })).min(1),
  /** When its proof last held on the real service; null: never. */
  triedLive: z.iso.date().nullable(),
  /** As it stands in the sources file; what the operator says besides wins. */
  source: z.record(z.string(), z.unknown()),
  /** What the operator has to say besides: credentials as references. */
  own: z.record(z.string(), z.unknown()).default({}),
  fixture: z.strictObject({
    env: texts.default({}),
    exchanges: z.array(Exchange).default([]),
    /** Files that the source reads, by name. */
    files: texts.default({}),
    /** SQL that fills a PostgreSQL; `${database}` in `env` is its address. */
    database: z.string().optional(),
  }),
  proof: z.array(Proof).min(1),
});
export type Preset = z.infer<typeof Preset>;

/** As a preset of a source, of a provider of face search. */
export const ProviderPreset = Preset.omit({ source: true, proof: true }).extend({
  provider: z.record(z.string(), z.unknown()),
  proof: z
    .array(
      z.strictObject({
        /** In base64. */
        picture: z.string(),
        type: z.enum(['image/jpeg', 'image/png']),
        /** How it fails, where it must. */
        kind: z.enum(faultKinds).optional(),
        /** JMESPath over `{ matches }`; each must be true. */
        holds: z.array(z.string()).default([]),
        env: texts.default({}),
      }),
    )
    .min(1),
});
export type ProviderPreset = z.infer<typeof ProviderPreset>;

const namesIn = (place: string): string[] =>
  readdirSync(place)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();

const contentOf = (place: string, name: string): unknown =>
  parse(readFileSync(join(place, `${name}${ENDING}`), 'utf8'));

/** The names of all presets of sources, in order. */
export const presetNames = (): string[] => namesIn(folder);

/** The names of all presets of providers of face search, in order. */
export const providerPresetNames = (): string[] => namesIn(providerFolder);

/** Null when there is no preset of this name. @throws ZodError when its file is not what a preset is */
export const readPreset = (name: string): Preset | null =>
  presetNames().includes(name) ? Preset.parse(contentOf(folder, name)) : null;

/** As `readPreset`. */
export const readProviderPreset = (name: string): ProviderPreset | null =>
  providerPresetNames().includes(name) ? ProviderPreset.parse(contentOf(providerFolder, name)) : null;
