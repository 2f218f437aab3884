import { createWriteStream, openAsBlob } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { calls, ImportAnswer, type ImportInfo } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import type * as z from 'zod';
import type { Api } from './api.ts';
import { retryWhileAway } from './patient.ts';

/** Sends a file to be imported; resolves with the status of the answer, or null when the server went away. */
export async function sendImport({ url, token }: Api, path: string): Promise<number | null> {
  const form = new FormData();
  form.set('file', await openAsBlob(path), 'profiles.jsonl');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url + calls.importProfiles.path, { method: 'POST', headers, body: form }).catch(
    () => null,
  );
  await answer?.arrayBuffer().catch(() => null);
  return answer?.status ?? null;
}

/** Hands in a file of profiles, in whatever of its formats; resolves once it is taken. */
export async function sendProfiles({ url, token }: Api, file: BlobPart[]): Promise<z.infer<typeof ImportAnswer>> {
  const form = new FormData();
  form.set('file', new Blob(file), 'profiles');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url + calls.importProfiles.path, { method: 'POST', headers, body: form });
  return ImportAnswer.parse(await answer.json());
}

/** The newest import, as soon as it is as wanted. */
export async function importIs(
  api: Api,
  wanted: (newest: ImportInfo | undefined) => boolean,
  timeoutMs: number,
): Promise<ImportInfo | undefined> {
  const asked = async (): Promise<ImportInfo | undefined> =>
    (await retryWhileAway(() => api.call(calls.listImports)))[0];
  const newest = await askUntil(asked, wanted, { withinMs: timeoutMs });
  if (!wanted(newest)) throw new Error(`the import is ${JSON.stringify(newest)}`);
  return newest;
}

/** Writes the export of all profiles into a file. */
export async function saveExport({ url, token }: Api, path: string): Promise<void> {
  const answer = await fetch(`${url}${calls.exportProfileStream.path}?format=jsonl`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok || !answer.body) throw new Error(`the export was answered with ${answer.status}`);
  await pipeline(answer.body, createWriteStream(path));
}

/** The lines of a file, without what each installation has of its own: which of its jobs a profile belongs to. */
export async function* linesWithoutJobs(path: string): AsyncGenerator<string> {
  const file = await open(path);
  for await (const line of file.readLines()) yield line.replace(/"jobs":\[[\d,]*\]/, '"jobs":[]');
}

/** The most memory that a process ever had, in megabytes. */
export async function mostMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
