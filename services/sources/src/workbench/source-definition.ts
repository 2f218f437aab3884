import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { apiError, type SourceDefinition } from '@numscope/contracts';
import { SettingsError } from '@numscope/platform';
import { readYaml } from '@numscope/platform/yaml-lines';
import { bindSources } from '../config/load-sources-file.ts';
import { entryOf, withEntry } from '../config/source-entry.ts';
import { type Item, itemOf } from '../domain/fields/field-shapes.ts';
import type { SourcesSettings } from '../settings.ts';
import { checkPlaces } from './check-places.ts';
import { draftSource, invalidSource, sourcesFileText } from './drafted-source.ts';

const revisionOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

function mayWrite(file: string): boolean {
  try {
    // It is replaced as a whole, so that nobody ever reads half of it.
    accessSync(dirname(file), constants.W_OK);
    if (existsSync(file)) accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function whyReadOnly(
  text: string,
  name: string,
  settings: SourcesSettings,
  areSeveral: boolean,
): SourceDefinition['readOnly'] {
  if (areSeveral) return 'SEVERAL_INSTANCES';
  if (!mayWrite(settings.sourcesFile)) return 'FILE';
  return withEntry(text, name, `${name}:\n  connector: http\n`) === null ? 'LAYOUT' : null;
}

/** What the sources file says of a source now. @param areSeveral instances may run, each with a file of its own */
export function sourceDefinition(name: string, settings: SourcesSettings, areSeveral: boolean): SourceDefinition {
  const text = sourcesFileText(settings);
  return {
    name,
    source: entryOf(text, name),
    revision: revisionOf(text),
    readOnly: whyReadOnly(text, name, settings, areSeveral),
  };
}

const changedNames = (before: Item, after: Item): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );

/**
 * A text of the console says what its own source is and nothing of any other: an anchor in it may be what another source
 * refers to, and would then send that one's secrets elsewhere. The source itself must be the one that was checked.
 * @param own as it was checked
 * @throws ApiError SOURCE_INVALID that names what else would change
 */
function checkNeighbours(before: string, after: string, own: { name: string; value: unknown }): void {
  const { sources: sourcesBefore, ...restBefore } = itemOf(readYaml(before).value);
  const { sources: sourcesAfter, ...restAfter } = itemOf(readYaml(after).value);
  const expected = { ...itemOf(sourcesBefore), [own.name]: own.value };
  const changed = [...changedNames(expected, itemOf(sourcesAfter)), ...changedNames(restBefore, restAfter)];
  if (changed.length === 0) return;
  throw invalidSource([
    `source: would change ${changed.join(', ')} as well: the sources file refers to what stands here (as by *name to &name); change that in the file itself`,
  ]);
}

function replaceFile(file: string, text: string): void {
  const fresh = `${file}.new`;
  try {
    writeFileSync(fresh, text, { mode: existsSync(file) ? statSync(file).mode : 0o600 });
    renameSync(fresh, file);
  } catch (cause) {
    rmSync(fresh, { force: true });
    throw apiError('SOURCES_FILE_READ_ONLY', { cause });
  }
}

/**
 * Writes a source into the sources file, in the place of what stood there under its name; all else stays as it is.
 * @param change `revision` of the file as the caller read it
 * @throws ApiError SOURCE_INVALID, SOURCES_FILE_CHANGED, SOURCES_FILE_READ_ONLY; then nothing is written
 */
export async function changeDefinition(
  name: string,
  change: { source: string; revision: string },
  settings: SourcesSettings,
  areSeveral: boolean,
): Promise<SourceDefinition> {
  const text = sourcesFileText(settings);
  const readOnly = whyReadOnly(text, name, settings, areSeveral);
  if (readOnly !== null) throw apiError('SOURCES_FILE_READ_ONLY', { details: { readOnly } });
  if (revisionOf(text) !== change.revision) throw apiError('SOURCES_FILE_CHANGED');
  const draft = draftSource(change.source, settings);
  if (draft.name !== name) throw invalidSource([`source:1: is called ${draft.name} instead of ${name}`]);
  const { config } = draft;
  // Also of one that is switched off: once it stands in the file, its places are known ones.
  if (config?.connector === 'http') await checkPlaces(config, draft.listed);
  if (sourcesFileText(settings) !== text) throw apiError('SOURCES_FILE_CHANGED');
  const changed = withEntry(text, name, change.source);
  if (changed === null) throw apiError('SOURCES_FILE_READ_ONLY', { details: { readOnly: 'LAYOUT' } });
  const { sourcesFile, sandbox, env } = settings;
  try {
    bindSources(changed, { name: basename(sourcesFile), folder: dirname(sourcesFile), sandbox, env });
  } catch (error) {
    if (error instanceof SettingsError) throw invalidSource(error.faults);
    throw error;
  }
  checkNeighbours(text, changed, draft);
  replaceFile(sourcesFile, changed);
  return sourceDefinition(name, settings, areSeveral);
}
