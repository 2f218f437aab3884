import type { SecretMask } from '../secret-mask.ts';
import { type Format, formats } from './formats.ts';

/** The body of an answer, as text. */
export interface DocumentText {
  text: string;
  format: Format;
  /** The columns of a table that are read. */
  columns: ReadonlySet<string>;
}

export interface OpenedDocument {
  /** What was read of it, secrets and all. */
  body: unknown;
  /** The same without secrets; the very same where there are none. */
  told: unknown;
  /** As JSON text without secrets: of JSON untouched otherwise, of other formats their text, cut where it is long. */
  raw: string;
}

export const SHOWN_CHARS = 64 * 1024;

/** Cleaned before it is cut: half a secret is not found. */
export const shownAsJson = (text: string, mask: SecretMask): string =>
  JSON.stringify(mask.clean(text).slice(0, SHOWN_CHARS));

/** @throws UnreadDocument when it is beyond the bounds of what is read; another Error when it is not of its format */
export function openDocument({ text, format, columns }: DocumentText, mask: SecretMask): OpenedDocument {
  const body = formats[format].read(text, columns);
  if (format !== 'json') return { body, told: mask.cleanEcho(body), raw: shownAsJson(text, mask) };
  const raw = mask.cleanJson(text);
  return { body, told: raw === text ? body : mask.cleanEcho(body), raw };
}
