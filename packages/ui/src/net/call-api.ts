import {
  ApiFailure,
  type CallAnswer,
  type CallInput,
  Client,
  type FormCallName,
  type FormOptions,
  type SendOptions,
} from '@numscope/client';
import type { CallName } from '@numscope/contracts';
import { translateFailure } from '../server-texts/translate.ts';
import { currentSession, keptToken } from '../session/session.ts';
import { nobodyThere } from '../session/presence.ts';
import { failureEffects } from './failure-effects.ts';

export interface CallOptions extends SendOptions {
  /** No toast: the caller shows the failure itself. */
  quiet?: boolean;
}

export type UploadOptions = FormOptions & Pick<CallOptions, 'quiet'>;

const client = new Client({ bearer: () => currentSession()?.token ?? null, background: nobodyThere });

async function shown<T>(work: Promise<T>, { quiet = false }: Pick<CallOptions, 'quiet'>): Promise<T> {
  const sentWith = keptToken();
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiFailure) {
      translateFailure(error);
      if (error.status === 0) window.numscopeRealtime?.doubt();
      failureEffects(error, { quiet, sentWith });
    }
    throw error;
  }
}

/**
 * Makes one call of the product, typed by its contract; the answer is parsed by its schema.
 * @example const page = await callApi('searchJobs', { body: { page: 0 } });
 * @throws RequiredError before anything is sent, ApiFailure when it is refused (already shown as a toast unless quiet)
 */
export const callApi = <N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<CallAnswer<N>> => shown(client.call(name, input, options), options);

/** The same for answers that are bytes and long: they are read as they come. */
export const callStream = <N extends CallName>(name: N, input: CallInput<N>, options: CallOptions): Promise<Response> =>
  shown(client.answer(name, input, options), options);

/** The same for answers that are bytes: pictures and server-side exports. */
export async function callBlob<N extends CallName>(name: N, input: CallInput<N>, options: CallOptions): Promise<Blob> {
  const response = await callStream(name, input, options);
  return response.blob();
}

/**
 * Sends a form with files, and tells how far it is.
 * @throws ApiFailure when refused (already shown unless quiet); an AbortError when the signal stops it
 */
export const upload = <N extends FormCallName>(
  name: N,
  form: FormData,
  options: UploadOptions = {},
): Promise<CallAnswer<N>> => shown(client.upload(name, form, options), options);
