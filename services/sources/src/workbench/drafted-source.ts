import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type ApiError, apiError, SourceName } from '@numscope/contracts';
import { isMissingFile, SettingsError } from '@numscope/platform';
import { stringify } from 'yaml';
import type { Fault } from '../config/check-secrets.ts';
import { bindSources, type BoundSources } from '../config/load-sources-file.ts';
import { checkPlaceUse } from '../config/place-use.ts';
import { checkSecretUse } from '../config/secret-use.ts';
import type { SourceConfig } from '../config/source-config.ts';
import { readYaml } from '@numscope/platform/yaml-lines';
import { indented } from '../config/source-entry.ts';
import { isItem, itemOf } from '../domain/fields/field-shapes.ts';
import { withPresets } from '../presets/apply-presets.ts';
import type { SourcesSettings } from '../settings.ts';
import { checkProxyUse, type ListedPlaces, listedPlaces } from './listed-places.ts';

const HEAD = 'sources:\n';

/** The sources file as it is now; empty where there is none. */
export function sourcesFileText({ sourcesFile }: Pick<SourcesSettings, 'sourcesFile'>): string {
  try {
    return readFileSync(sourcesFile, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return '';
    throw error;
  }
}

export interface DraftedSource {
  name: string;
  /** What its text says, references unfilled. */
  value: unknown;
  /** Undefined: it calls nobody. */
  config: SourceConfig | undefined;
  bound: BoundSources;
  /** What the sources file names for such a source: where the operator wants calls to go. */
  listed: ListedPlaces;
}

/** The refusal of a source's text. @param faults each with its line */
export const invalidSource = (faults: readonly string[]): ApiError =>
  apiError('SOURCE_INVALID', { details: { faults } });

/**
 * Binds one source that somebody wrote in the console, beside the proxies of the sources file. What it reads on this
 * machine, or in a database or index, the sources file must name already.
 * @throws ApiError SOURCE_INVALID with every fault and its line
 */
export function draftSource(text: string, settings: SourcesSettings): DraftedSource {
  const known = itemOf(readYaml(sourcesFileText(settings)).value);
  const alone = `${HEAD}${indented(text)}`;
  const written = itemOf(itemOf(readYaml(alone).value)['sources']);
  const [name = '', ...more] = Object.keys(written);
  if (more.length > 0 || !SourceName.safeParse(name).success)
    throw invalidSource(['source:1: must be one source under its name in capitals, as OFFICE:']);
  const proxies = isItem(known['proxies']) ? stringify({ proxies: known['proxies'] }) : '';
  const others = itemOf(itemOf(withPresets({ sources: known['sources'] }, []))['sources']);

  const check = (raw: unknown, faults: Fault[]): void => {
    const source = itemOf(itemOf(raw)['sources'])[name];
    if (!isItem(source)) return;
    const path = ['sources', name];
    checkPlaceUse(source, others, path, faults);
    checkSecretUse(source, others, path, faults);
    checkProxyUse(source, listedPlaces(others, source), path, faults);
  };
  try {
    const bound = bindSources(`${alone}${proxies}`, {
      name: 'source',
      folder: dirname(resolve(settings.sourcesFile)),
      sandbox: settings.sandbox,
      env: settings.env,
      firstLine: 2,
      check,
    });
    const config = bound.asked.find((one) => one.name === name)?.config ?? bound.off.get(name);
    return { name, value: written[name], config, bound, listed: listedPlaces(others, config) };
  } catch (error) {
    if (error instanceof SettingsError) throw invalidSource(error.faults);
    throw error;
  }
}
