import { apiError } from '@numscope/contracts';
import { isRegion } from '@numscope/numbering';
import type { UploadOptions } from '../ingest/phones-protocol.ts';
import type { JobsContext } from '../jobs-context.ts';

/**
 * How the phones of a form are to be read.
 * @throws ApiError INVALID where no country has the region's code: nothing but phones with `+` could be read
 */
export function phonesOptions(
  form: { region?: string | undefined; skipInvalidLines?: boolean },
  { settings }: Pick<JobsContext, 'settings'>,
): UploadOptions {
  const region = form.region ?? settings.defaultRegion;
  if (form.region !== undefined && !isRegion(form.region)) {
    const message = `no country has the code ${form.region}; it is the two letters of ISO 3166, as UZ`;
    throw apiError('INVALID', { details: [{ field: 'region', message }] });
  }
  return { region, skipInvalidLines: form.skipInvalidLines ?? false };
}
