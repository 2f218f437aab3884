import { isItem } from '../domain/field-shapes.ts';
import type { Fault } from './check-secrets.ts';
import { isKnownPlace } from './place-use.ts';
import type { Path } from '@numscope/platform/yaml-lines';

/** References that are meant for whatever the console binds. */
const OFFERED = /^\$\{env:SOURCE_[A-Z0-9_]+\}$/;
const reference = /\$\{(?:env|file):[^}]*\}/g;
const webOrigin = /^https?:\/\/[^/?#]+/i;

type Visit = (text: string, path: Path) => void;

function visitTexts(value: unknown, path: Path, visit: Visit): void {
  if (typeof value === 'string') visit(value, path);
  else if (Array.isArray(value)) value.forEach((item, index) => visitTexts(item, [...path, index], visit));
  else if (isItem(value)) for (const [name, inner] of Object.entries(value)) visitTexts(inner, [...path, name], visit);
}

/** Every origin of the web that a source names, in lower case. */
export function originsOf(source: unknown): Set<string> {
  const origins = new Set<string>();
  visitTexts(source, [], (text) => {
    const [found] = webOrigin.exec(text) ?? [];
    if (found !== undefined) origins.add(found.toLowerCase());
  });
  return origins;
}

function referencesOf(source: unknown): Set<string> {
  const found = new Set<string>();
  visitTexts(source, [], (text) => {
    for (const [one] of text.matchAll(reference)) found.add(one);
  });
  return found;
}

const settingOf = (text: string, path: Path): string => JSON.stringify([path, text]);

function settingsOf(source: unknown): string[] {
  const found: string[] = [];
  visitTexts(source, [], (text, path) => void found.push(settingOf(text, path)));
  return found;
}

/**
 * Whoever binds a source in the console must not learn the operator's secrets by it: a reference may be used where the
 * sources file already sends it, or when its name says that it is offered (`${env:SOURCE_...}`).
 * @param file the sources of the file as it is, before references are filled in
 */
export function checkSecretUse(source: unknown, file: unknown, path: Path, faults: Fault[]): void {
  const known = isItem(file) ? Object.values(file) : [];
  const origins = originsOf(source);
  // At the same place the very same setting: in a query of somebody else's making it would come back as an answer.
  const settings = new Set(known.filter((other) => isKnownPlace(source, other)).flatMap(settingsOf));
  const maySend = (one: string): boolean =>
    OFFERED.test(one) ||
    (origins.size > 0 &&
      [...origins].every((origin) =>
        known.some((other) => originsOf(other).has(origin) && referencesOf(other).has(one)),
      ));
  visitTexts(source, path, (text, at) => {
    for (const [one] of text.matchAll(reference)) {
      if (maySend(one) || settings.has(settingOf(text, at.slice(path.length)))) continue;
      faults.push({
        path: at,
        message: `${one} is not sent there by the sources file; use one that is, or name it \${env:SOURCE_...}`,
      });
    }
  });
}
