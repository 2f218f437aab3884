import type { SourceFields } from '@numscope/contracts';

const hasScheme = /^[a-z][a-z0-9+.-]*:/i;

/** The same fields, relative addresses of photos as whole ones. @param url of the answer that they stand in */
export function withAddresses(fields: SourceFields, url: string): SourceFields {
  const { photos } = fields;
  if (!photos || photos.every((photo) => hasScheme.test(photo))) return fields;
  return {
    ...fields,
    photos: photos.map((photo) => (hasScheme.test(photo) ? photo : (URL.parse(photo, url)?.href ?? photo))),
  };
}
