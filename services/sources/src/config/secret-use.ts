import { isItem } from '../domain/fields/field-shapes.ts';
import { visitTexts } from '../domain/json/map-texts.ts';
import type { Fault } from './check-secrets.ts';
import { isKnownPlace } from './place-use.ts';
import { hasReference, referencesIn } from './references.ts';
import type { Path } from '@numscope/platform/yaml-lines';

/** References that are meant for whatever the console binds. */
const OFFERED = /^\$\{env:SOURCE_[A-Z0-9_]+\}$/;
const webOrigin = /^https?:\/\/[^/?#]+/i;

/** Every origin of the web that a source names, in lower case. */
export function originsOf(source: unknown): Set<string> {
  const origins = new Set<string>();
  visitTexts(source, [], (text) => {
    const [found] = webOrigin.exec(text) ?? [];
    if (found !== undefined) origins.add(found.toLowerCase());
  });
  return origins;
}

/** The setting without its account, which does not matter. */
const settingOf = (path: Path, value: unknown): string =>
  JSON.stringify([path.filter((part) => typeof part === 'string'), value]);

/**
 * The settings in which a text with references stands, as far as they say what becomes of it: of an address its
 * parameter, of `auth` all of it, else the text.
 */
function settingsOfText(source: unknown, text: string, path: Path): string[] {
  const auth = path.indexOf('auth');
  if (auth >= 0) return [settingOf(path.slice(0, auth + 1), valueAt(source, path.slice(0, auth + 1)))];
  const [address = '', ...queries] = webOrigin.test(text) ? text.split('?') : [text];
  const parts = [address, ...queries.join('?').split('&')].filter((part) => hasReference(part));
  return parts.map((part) => settingOf(path, part));
}

const valueAt = (source: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, part) => (Array.isArray(value) ? value[Number(part)] : isItem(value) ? value[String(part)] : undefined),
    source,
  );

function settingsOf(source: unknown): Set<string> {
  const found = new Set<string>();
  visitTexts(source, [], (text, path) => {
    for (const setting of settingsOfText(source, text, path)) found.add(setting);
  });
  return found;
}

/**
 * Whoever binds a source in the console must not learn the operator's secrets by it: a reference may be used where the
 * sources file already sends it and in the same setting, or when its name says that it is offered (`${env:SOURCE_...}`).
 * In another setting, as an expression or a parameter, its value could come back in an answer.
 * @param file the sources of the file as it is, before references are filled in
 */
export function checkSecretUse(source: unknown, file: unknown, path: Path, faults: Fault[]): void {
  const origins = originsOf(source);
  const known = (isItem(file) ? Object.values(file) : [])
    .filter((other) => (origins.size > 0 ? origins.isSubsetOf(originsOf(other)) : isKnownPlace(source, other)))
    .map(settingsOf);
  visitTexts(source, [], (text, at) => {
    const references = referencesIn(text).filter((one) => !OFFERED.test(one));
    const settings = references.length === 0 ? [] : settingsOfText(source, text, at);
    if (known.some((other) => settings.every((setting) => other.has(setting)))) return;
    for (const one of references)
      faults.push({
        path: [...path, ...at],
        message: `${one} does not stand there in the sources file; leave it where it stands, or name it \${env:SOURCE_...}`,
      });
  });
}
