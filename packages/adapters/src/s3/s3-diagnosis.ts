import { codeOf } from '@numscope/platform';
import type { EngineDiagnosis, Refusal } from '../access/access-fault.ts';
import type { EngineAccess } from '../access/engine-access.ts';
import type { S3Address } from './s3-url.ts';

/** Tells refusals by the error codes of S3 (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
function refusalOf(error: unknown): Refusal | null {
  const code = String(codeOf(error));
  if (/^(?:InvalidAccessKeyId|SignatureDoesNotMatch|AuthorizationHeaderMalformed)$/.test(code)) return 'user';
  return /^(?:AccessDenied|AllAccessDisabled|AccountProblem)$/.test(code) ? 'rights' : null;
}

/** What is looked at when the store of blobs cannot be used. */
export const s3Diagnosis = ({ host, port, secure, accessKey }: S3Address, access: EngineAccess): EngineDiagnosis => ({
  prefix: 'BLOB',
  endpoints: [{ host: host.replace(/^\[|\]$/g, ''), port }],
  tls: secure,
  tlsForm: 's3+https://host:port/bucket',
  access,
  userInAddress: accessKey !== null,
  refusalOf,
});
