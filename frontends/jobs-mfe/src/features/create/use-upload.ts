import { type Job, limits } from '@numscope/contracts';
import { askBeforeLeaving, upload } from '@numscope/ui';
import { useEffect, useRef, useState } from 'react';
import { fieldsOf, type JobDraft } from '../../domain/job-draft.ts';

/** Bytes on their way; `reading` once all are sent and the server still counts. Times in milliseconds. */
export interface UploadState {
  sent: number;
  total: number;
  begun: number;
  now: number;
  reading: boolean;
}

export interface UploadOrder {
  draft: JobDraft;
  file: File | null;
  target: number | null;
  reading: LineReading;
}

/** How the server takes lines that are not digits and `+` alone; all false: it refuses them. */
export interface LineReading {
  skipInvalidLines: boolean;
  clean: boolean;
}

/** The form in the order in which the server reads it: the file comes last. */
function uploadForm({ draft, file, target, reading }: UploadOrder): FormData {
  const { name, iteration, prioritised, purpose, schedule } = fieldsOf(draft);
  const form = new FormData();
  if (name !== '') form.set('name', name);
  form.set('iteration', String(iteration));
  form.set('prioritised', String(prioritised));
  form.set('hold', 'true');
  if (target !== null) form.set('targetNumber', String(target));
  if (draft.region !== '') form.set('region', draft.region);
  if (purpose !== '') form.set('purpose', purpose);
  if (schedule !== null) form.set('schedule', schedule);
  form.set('skipInvalidLines', String(reading.skipInvalidLines));
  form.set('clean', String(reading.clean));
  if (file !== null) form.set('file', file, file.name);
  return form;
}

/** Somebody stopped an upload. `whole`: all of it was sent, so that the server may have been done with it before it heard of that. */
export class UploadStopped extends Error {
  readonly whole: boolean;

  constructor(whole: boolean) {
    super('the upload was stopped');
    this.whole = whole;
  }
}

/** Sends a new job; `send` throws `ApiFailure` or `UploadStopped`. `state` is null unless something is on its way; leaving the window stops it. */
export function useUpload() {
  const [state, setState] = useState<UploadState | null>(null);
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);
  const send = async (order: UploadOrder): Promise<{ job: Job; ms: number }> => {
    const stop = new AbortController();
    stopper.current = stop;
    const begun = performance.now();
    let whole = order.file === null;
    setState({ sent: 0, total: order.file?.size ?? 0, begun, now: begun, reading: false });
    try {
      const job = await askBeforeLeaving(
        upload('createJobFromFile', uploadForm(order), {
          signal: stop.signal,
          quiet: true,
          onProgress: (sent, total) => {
            whole = sent >= total;
            setState({ sent, total, begun, now: performance.now(), reading: whole });
          },
        }),
      );
      return { job, ms: performance.now() - begun };
    } catch (error) {
      throw stop.signal.aborted ? new UploadStopped(whole) : error;
    } finally {
      stopper.current = null;
      setState(null);
    }
  };
  return { state, send, stop: () => stopper.current?.abort() };
}

/** Bytes a second so far, and milliseconds until all are sent; null before there is anything to tell. */
export function uploadPace({ sent, total, begun, now }: UploadState): { rate: number; left: number } | null {
  const ms = now - begun;
  if (sent === 0 || ms < limits.progressEveryMs) return null;
  const rate = (sent / ms) * 1000;
  return { rate, left: ((total - sent) / rate) * 1000 };
}
