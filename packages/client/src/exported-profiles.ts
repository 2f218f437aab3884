import { ExportEnd, type ProfileFilter } from '@numscope/contracts';
import { PictureLine, WholeProfile } from '@numscope/contracts/profile-import';
import { Profile } from '@numscope/contracts/profiles';
import type * as z from 'zod';
import { ApiFailure, noAnswer } from './api-failure.ts';
import type { SendOptions } from './call-types.ts';
import type { Client } from './client.ts';

const { observations, pictures } = WholeProfile.shape;
/** A profile with all that it was computed from, and those of its pictures that came with no profile before it. */
const ExportedProfile = Profile.extend({ observations, pictures });
export type ExportedProfile = z.infer<typeof ExportedProfile>;

/** The lines of a text that arrives in pieces; the last one may be without its end. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      if (done) break;
    }
    if (rest !== '') yield rest;
  } finally {
    // Whoever stops reading wants no more of it to be sent.
    await reader.cancel().catch(() => undefined);
  }
}

const unreadable = (message: string): ApiFailure => new ApiFailure({ status: 200, code: 'UNREADABLE', message });

type Line = { end: z.infer<typeof ExportEnd> } | z.infer<typeof PictureLine> | { profile: ExportedProfile };

/** One line of the export. @throws ApiFailure UNREADABLE */
function parsed(line: string): Line {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw unreadable('A line of the export is no JSON');
  }
  const end = ExportEnd.safeParse(value);
  if (end.success) return { end: end.data };
  const picture = PictureLine.safeParse(value);
  if (picture.success) return picture.data;
  const profile = ExportedProfile.safeParse(value);
  if (profile.success) return { profile: profile.data };
  throw unreadable('A line of the export has a form that this client does not know');
}

/**
 * All profiles that a filter finds, however many, as they arrive; none is held longer than it is looked at. Ends well only
 * after as many as the server says it sent.
 * @param filter `{}` for all
 * @example for await (const { phone, names } of exportedProfiles(client, { filters: { jobId: ['7'] } })) ...
 * @throws ApiFailure when it is refused, and NO_ANSWER when it breaks off before its end
 */
export async function* exportedProfiles(
  client: Client,
  filter: z.input<typeof ProfileFilter>,
  options: SendOptions = {},
): AsyncGenerator<ExportedProfile> {
  const brokenOff = (cause?: unknown): ApiFailure => noAnswer(cause, 'The export broke off before its end');
  const { body } = await client.answer('exportProfileStream', { query: { format: 'jsonl' }, body: filter }, options);
  if (!body) throw brokenOff();
  const lines = linesOf(body);
  let count = 0;
  let pictures: Array<z.infer<typeof PictureLine>['picture']> = [];
  try {
    for (;;) {
      const next = await lines.next().catch((cause: unknown) => {
        if (options.signal?.aborted === true) throw cause;
        throw brokenOff(cause);
      });
      if (next.done === true) throw brokenOff();
      const line = parsed(next.value);
      if ('end' in line) {
        if (line.end.count !== count) throw brokenOff();
        return;
      }
      if ('picture' in line) {
        pictures.push(line.picture);
        continue;
      }
      count += 1;
      const { profile } = line;
      const carried = [...pictures, ...(profile.pictures ?? [])];
      pictures = [];
      yield carried.length > 0 ? { ...profile, pictures: carried } : profile;
    }
  } finally {
    await lines.return(undefined);
  }
}
