import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type ApiError, apiError, SourceName } from '@numscope/contracts';
import { SettingsError } from '@numscope/platform';
import { stringify } from 'yaml';
import type { Fault } from '../config/check-secrets.ts';
import { bindSources, type BoundSources } from '../config/load-sources-file.ts';
import { checkPlaceUse } from '../config/place-use.ts';
import { checkSecretUse } from '../config/secret-use.ts';
import { readYaml } from '@numscope/platform/yaml-lines';
import { isItem } from '../domain/field-shapes.ts';
import { withPresets } from '../presets/apply-presets.ts';
import type { SourcesSettings } from '../settings.ts';
import { type ListedPlaces, listedPlaces } from './listed-places.ts';

const HEAD = 'sources:\n';

/** The sources file as it is now; empty where there is none. */
export function sourcesFileText({ sourcesFile }: Pick<SourcesSettings, 'sourcesFile'>): string {
  try {
    return readFileSync(sourcesFile, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

export interface DraftedSource {
  name: string;
  bound: BoundSources;
  /** What the sources file names: where the operator wants calls to go. */
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
  const file = readYaml(sourcesFileText(settings)).value;
  const known = isItem(file) ? file : {};
  const written = readYaml(text).value;
  const names = isItem(written) ? Object.keys(written) : [];
  const [name = ''] = names;
  if (names.length !== 1 || !SourceName.safeParse(name).success)
    throw invalidSource(['source:1: must be one source under its name in capitals, as OFFICE:']);
  const proxies = isItem(known['proxies']) ? stringify({ proxies: known['proxies'] }) : '';
  const inFile = withPresets({ sources: known['sources'] }, []);
  const others = isItem(inFile) && isItem(inFile['sources']) ? inFile['sources'] : {};

  const check = (raw: unknown, faults: Fault[]): void => {
    const source = isItem(raw) && isItem(raw['sources']) ? raw['sources'][name] : null;
    if (!isItem(source)) return;
    const path = ['sources', name];
    checkPlaceUse(source, others, path, faults);
    checkSecretUse(source, others, path, faults);
  };
  try {
    const bound = bindSources(`${HEAD}${text.replaceAll(/^/gm, '  ')}\n${proxies}`, {
      name: 'source',
      folder: dirname(resolve(settings.sourcesFile)),
      sandbox: settings.sandbox,
      env: settings.env,
      firstLine: 2,
      check,
    });
    return { name, bound, listed: listedPlaces(others) };
  } catch (error) {
    if (error instanceof SettingsError) throw invalidSource(error.faults);
    throw error;
  }
}
