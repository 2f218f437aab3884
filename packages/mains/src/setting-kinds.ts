import { readFileSync } from 'node:fs';
import type { ServiceName } from '@numscope/contracts';
import * as z from 'zod';
import { type AddressFault, originsFault, originsOf, partsOf } from './addresses.ts';

// The kinds of values that settings take, each with what is said of one that is not right.

const CONTACT_CHARS = 500;

/** A URI of which RFC 9116 makes a contact; what is on the web is encrypted. */
export const isContact = (text: string): boolean =>
  /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d.()-]+)$/.test(text) && text.length <= CONTACT_CHARS;

export const list = (isRight: (part: string) => boolean, rule: string) =>
  z
    .string()
    .transform(partsOf)
    .refine((parts) => parts.every(isRight), rule);

const FROM_FILE = 'file:';
const NOTICE_CHARS = 10_000;

function textOf(given: string): string | null {
  if (!given.startsWith(FROM_FILE)) return given.trim();
  try {
    return readFileSync(given.slice(FROM_FILE.length), 'utf8').trim();
  } catch {
    return null;
  }
}

export const textOrFile = z.string().transform((given, context) => {
  const text = textOf(given);
  if (text === null) context.addIssue({ code: 'custom', message: 'names a file that cannot be read' });
  else if (text === '' || text.length > NOTICE_CHARS)
    context.addIssue({ code: 'custom', message: `must be a text of 1 to ${NOTICE_CHARS} characters` });
  else return text;
  return z.NEVER;
});

export const pageAddress = 'an address as https://numscope.example, and plain http for this machine (localhost) alone';
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Secrets pass here: HTTPS, but within one machine. */
export function isPageAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
  return isPrivate && username === '' && search === '' && hash === '';
}

const KEY_BYTES = 32;

/** The keys of a file: one a line, 32 bytes in base64 each. */
export const sealingKeys = z.string().transform((file, context) => {
  const text = textOf(FROM_FILE + file);
  const keys = (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => Buffer.from(line, 'base64'));
  if (text === null) context.addIssue({ code: 'custom', message: 'names a file that cannot be read' });
  else if (keys.length === 0 || keys.some(({ length }) => length !== KEY_BYTES))
    context.addIssue({
      code: 'custom',
      message:
        'names a file that must hold one or more keys of 32 bytes in base64, a line each; make one by "openssl rand -base64 32"',
    });
  else return keys;
  return z.NEVER;
});

function check(faultOf: AddressFault, text: string, context: z.RefinementCtx): void {
  const fault = faultOf(text);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
}

/** An engine that the single process carries itself unless it is told where another is. Null: embedded. */
export const orEmbedded = (faultOf: AddressFault) =>
  z
    .string()
    .default('embedded')
    .superRefine((text, context) => {
      if (text !== 'embedded') check(faultOf, text, context);
    })
    .transform((text) => (text === 'embedded' ? null : text));

/** An engine that several processes must share. */
export const shared = (faultOf: AddressFault, form: string) =>
  z
    .string({
      error: `is not set: a service alone shares its engines with the others and cannot use embedded ones. Set it to ${form}`,
    })
    .superRefine((text, context) =>
      text === 'embedded'
        ? context.addIssue({
            code: 'custom',
            message: `cannot be embedded: a service alone shares its engines. Set it to ${form}`,
          })
        : check(faultOf, text, context),
    );

export const service = (name: ServiceName) =>
  z
    .string({
      error: `is not set: it says where the instances of ${name} answer, as http://host:port, with commas between`,
    })
    .superRefine((text, context) => check(originsFault, text, context))
    .transform(originsOf);

/** A file of keys, which `npm run make-keys` makes. */
export const keyFile = (what: string) =>
  z.string(`is not set: it names the file of ${what}. Make it by "npm run make-keys -- --to FOLDER"`);
