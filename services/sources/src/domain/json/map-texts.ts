import { isItem } from '../fields/field-shapes.ts';

type Path = readonly PropertyKey[];

/** Shows each text in a value, at whatever depth, with its path. @param path where the value itself stands */
export function visitTexts(value: unknown, path: Path, visit: (text: string, path: Path) => void): void {
  if (typeof value === 'string') visit(value, path);
  else if (Array.isArray(value)) value.forEach((item, index) => visitTexts(item, [...path, index], visit));
  else if (isItem(value)) for (const [name, inner] of Object.entries(value)) visitTexts(inner, [...path, name], visit);
}

/**
 * A value as it is, but for the texts in it, at whatever depth: each becomes what `made` gives for it.
 * @param path where the value itself stands
 */
export function mapTexts(value: unknown, made: (text: string, path: Path) => unknown, path: Path = []): unknown {
  if (typeof value === 'string') return made(value, path);
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, made, [...path, index]));
  if (!isItem(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, made, [...path, name])]),
  );
}
