import * as z from 'zod';
import {
  readSettings,
  SettingsError,
  unlessFaulty,
  wholeNumber,
} from '../../packages/platform/src/runtime/settings.ts';
import { type ConsolePart, consoleParts } from '../../packages/ui/build/parts.ts';

/** Bare: what this hands on to it goes over plain connections. */
const isApi = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'http:';

const Settings = z.object({
  API_URL: z
    .string()
    .refine(isApi, 'must be where a product answers, as http://127.0.0.1:8080')
    .default('http://127.0.0.1:8080'),
  PORT: wholeNumber(0, 65_535).default(3000),
});

export interface DevOptions {
  part: ConsolePart;
  /** The running product that calls are handed on to. */
  api: URL;
  port: number;
}

/** @throws SettingsError with all faults of the words and the settings */
export function devOptions(args: readonly string[], env: NodeJS.ProcessEnv): DevOptions {
  const faults: string[] = [];
  const settings = unlessFaulty(faults, () => readSettings(Settings, env));
  const part = consoleParts.find((name) => name === args[0]);
  if (part === undefined) faults.push(`the part: say which, ${consoleParts.join(', ')}`);
  if (settings === null || part === undefined) throw new SettingsError(faults);
  return { part, api: new URL(settings.API_URL), port: settings.PORT };
}
