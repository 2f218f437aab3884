import type { ProfileName, SocialAccount } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import { withoutDirectionMarks } from '@numscope/contracts/direction-marks';
import { MOST_TIME_MS } from '@numscope/contracts/times';
import { readMoment } from './read-moment.ts';

const TEXT_CHARS = 20_000;

export type Item = Readonly<Record<string, unknown>>;
export const isItem = (value: unknown): value is Item =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
/** The item itself, or an empty one for anything else. */
export const itemOf = (value: unknown): Item => (isItem(value) ? value : {});
/** Each of a list as `itemOf` has it; none of anything else. */
export const itemsOf = (value: unknown): Item[] => (Array.isArray(value) ? value.map(itemOf) : []);

/**
 * A text that says something, or null: numbers become text, blanks around it go, a lone surrogate, NUL or mark of direction
 * never passes.
 */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = withoutDirectionMarks(value.replaceAll('\u0000', '')).trim().slice(0, TEXT_CHARS).toWellFormed();
  return text === '' ? null : text;
}

/** The value itself, or what a list of values begins with. */
const firstOf = <T>(value: unknown, read: (value: unknown) => T | null): T | null => {
  if (!Array.isArray(value)) return read(value);
  for (const item of value) {
    const one = read(item);
    if (one !== null) return one;
  }
  return null;
};

const listOf = <T>(value: unknown, read: (value: unknown) => T | null, keyOf: (item: T) => string): T[] => {
  if (value === undefined || value === null) return [];
  const items = new Map<string, T>();
  for (const raw of Array.isArray(value) ? value.flat() : [value]) {
    const item = read(raw);
    if (item === null) continue;
    const key = keyOf(item);
    if (!items.has(key)) items.set(key, item);
    if (items.size === limits.valuesOfAnswer) break;
  }
  return [...items.values()];
};

export const readText = (value: unknown): string | null => firstOf(value, textOf);
/** Addresses of pictures: one that holds its picture in itself is as long as that. */
export const readImages = (value: unknown): string[] =>
  listOf(
    value,
    (item) => (typeof item === 'string' && /^data:/i.test(item) ? item : textOf(item)),
    (text) => text,
  );

export const readTexts = (value: unknown): string[] => listOf(value, textOf, (text) => text);

/** A text alone, or `{ name, type }`; empty names go, an unknown type stays. */
export const readNames = (value: unknown): ProfileName[] =>
  listOf(
    value,
    (item) => {
      const name = textOf(isItem(item) ? item['name'] : item);
      return name === null ? null : { name, type: (isItem(item) ? textOf(item['type']) : null) ?? 'UNKNOWN' };
    },
    ({ name, type }) => JSON.stringify([name, type]),
  );

/** `{ id, socialNetwork }`; one without an id or a network goes. */
export const readNetworks = (value: unknown): SocialAccount[] =>
  listOf(
    value,
    (item) => {
      if (!isItem(item)) return null;
      const id = textOf(item['id']);
      const socialNetwork = textOf(item['socialNetwork']);
      return id === null || socialNetwork === null ? null : { id, socialNetwork };
    },
    ({ id, socialNetwork }) => JSON.stringify([id, socialNetwork]),
  );

const SECONDS_UP_TO = 100_000_000_000;

const MOST_TIME_CHARS = 64;

/** Milliseconds since the epoch: from milliseconds, seconds, or a date in any form (20240305 is a day). */
export const readTime = (value: unknown): number | null =>
  firstOf(value, (one) => {
    const text = textOf(one);
    if (text === null || text.length > MOST_TIME_CHARS) return null;
    const number = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;
    if (number === null || /^\d{8}$|^\d{14}$/.test(text)) {
      const moment = readMoment(text);
      if (moment !== null || number === null) return moment;
    }
    const ms = Math.round(Math.abs(number) < SECONDS_UP_TO ? number * 1000 : number);
    return Math.abs(ms) <= MOST_TIME_MS ? ms : null;
  });

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'y', 't', '1', 'on', 'online']);
const no: ReadonlySet<string> = new Set(['false', 'no', 'n', 'f', '0', 'off', 'offline']);

export const readFlag = (value: unknown): boolean | null =>
  firstOf(value, (one) => {
    if (typeof one === 'boolean') return one;
    const text = textOf(one)?.toLowerCase();
    if (text === undefined) return null;
    return yes.has(text) ? true : no.has(text) ? false : null;
  });

/** A boolean, or a text of its own ('divorced'). */
export const readFlagOrText = (value: unknown): boolean | string | null =>
  firstOf(value, (one) => (typeof one === 'boolean' ? one : textOf(one)));

export const readNumberOrText = (value: unknown): number | string | null =>
  firstOf(value, (one) => (typeof one === 'number' && Number.isFinite(one) ? one : textOf(one)));
