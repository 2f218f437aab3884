/** Where blobs are kept. */
export interface S3Address {
  host: string;
  port: number;
  secure: boolean;
  /** Null: the address names none. */
  accessKey: string | null;
  secretKey: string | null;
  bucket: string;
  region: string;
}

const FORM = 's3+http://key:secret@host:port/bucket (or s3+https://..., and if wanted ?region=NAME)';
const WITHOUT = 'without key and secret in it, set BLOB_USERNAME and BLOB_PASSWORD_FILE';
const DEFAULT_REGION = 'us-east-1';
const fault = (what: string): Error =>
  new Error(`the address of the blobs is not right: ${what}; it must look like ${FORM}`);

/** What every S3 allows as a bucket's name. */
const bucketForm = /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Keys may hold `/` and `+`, which some write as they are and some as `%2F`. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw fault('its key or secret has a % that begins nothing');
  }
}

/**
 * Reads `BLOB_URL`. The address itself is not repeated in errors: it holds a secret.
 * @throws Error that says what is wrong and what it must look like
 */
export function parseS3Url(text: string): S3Address {
  const [, scheme] = /^s3\+(https?):\/\//.exec(text) ?? [];
  if (!scheme) throw fault('it does not begin with s3+http:// or s3+https://');
  if (!URL.canParse(text.slice('s3+'.length))) throw fault('its host or port cannot be read');
  const url = new URL(text.slice('s3+'.length));
  if ((url.username === '') !== (url.password === '')) throw fault(`it names only one of key and secret (${WITHOUT})`);
  const bucket = url.pathname.replace(/^\//, '').replace(/\/$/, '');
  if (!bucketForm.test(bucket)) throw fault('it names no bucket of 3 to 63 small letters, digits, dots and hyphens');
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'region');
  if (unknown !== undefined) throw fault(`nothing is known of its setting ${unknown}`);
  const secure = scheme === 'https';
  return {
    host: url.hostname,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    secure,
    accessKey: decoded(url.username) || null,
    secretKey: decoded(url.password) || null,
    bucket,
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
  };
}
