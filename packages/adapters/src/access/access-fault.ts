import type { EngineAccess } from './engine-access.ts';
import { type Endpoint, type Spoken, spokenAt } from './probe.ts';

/** Why an engine let nobody in: it knows no such user or password, wants one, or the user may not do what is needed. */
export type Refusal = 'user' | 'nobody' | 'rights' | 'mechanism';

/** What is known of an engine that could not be used. */
export interface EngineDiagnosis {
  /** What its settings begin with. */
  prefix: 'BUS' | 'STORE' | 'SEARCH' | 'BLOB';
  endpoints: readonly Endpoint[];
  /** Whether the address says TLS, and how it would. */
  tls: boolean;
  tlsForm: string;
  /** False: the address itself says whom to believe (of MongoDB), so a certificate is not looked at. */
  looksAtCertificate?: boolean;
  access: EngineAccess;
  /** Whether the address itself has a user. */
  userInAddress: boolean;
  /** Null: it is no matter of users and rights. */
  refusalOf(error: unknown): Refusal | null;
  /** Whether this is how it turns away who comes without a user, where nothing else is found wrong. */
  mayWantUser?(error: unknown): boolean;
}

const refusalText = (refusal: Refusal, { prefix, access, userInAddress }: EngineDiagnosis): string => {
  const who = userInAddress ? `${prefix}_URL` : `${prefix}_USERNAME`;
  switch (refusal) {
    case 'mechanism':
      return `${prefix}_SASL_MECHANISM: the engine takes no ${access.saslMechanism}; set the one that it takes, or allow this one there`;
    case 'rights':
      return `${who}: the engine knows the user and does not let it do what is needed; give it the rights there`;
    case 'nobody':
      return `${prefix}_USERNAME: the engine wants a user, and none is set; set it, and the file of its password as ${prefix}_PASSWORD_FILE`;
    case 'user':
      return userInAddress
        ? `${prefix}_URL: the engine does not take the user and password of this address; mend them, or set ${prefix}_USERNAME and ${prefix}_PASSWORD_FILE instead`
        : `${prefix}_USERNAME, ${prefix}_PASSWORD_FILE: the engine does not take this user with the password of that file; mend one of them, or the user there`;
  }
};

/** What is wrong with a certificate, by the code that OpenSSL and Node.js have for it. */
function certificateText(
  { wrong, validTo, names }: { wrong: string; validTo: string; names: string },
  at: string,
  { prefix, access }: EngineDiagnosis,
): string {
  if (wrong === 'CERT_HAS_EXPIRED')
    return `${prefix}_URL: the certificate of ${at} expired on ${validTo}; have it renewed there, or set this machine's clock`;
  if (wrong === 'CERT_NOT_YET_VALID')
    return `${prefix}_URL: the certificate of ${at} is not valid yet; set the clocks, or have it made anew`;
  if (wrong === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${prefix}_URL: the certificate of ${at} is for other names (${names.slice(0, 200)}); write one of those, or have it made for this one`;
  return access.ca === null
    ? `${prefix}_CA_FILE: is not set, and no authority that is known signed the certificate of ${at} (${wrong}); set it to the file of the authority's certificate`
    : `${prefix}_CA_FILE: none of the authorities in that file signed the certificate of ${at} (${wrong}); bring the certificate of the one that did`;
}

/** What is to be mended; not certain where an engine that is about to start or end looks the same. */
export interface AccessFault {
  text: string;
  certain: boolean;
}

function spokenText(spoken: Exclude<Spoken, null>, at: string, diagnosis: EngineDiagnosis): string | null {
  const { prefix, tls, tlsForm, access } = diagnosis;
  if (!tls)
    return spoken.tls
      ? `${prefix}_URL: ${at} speaks TLS, and the address is one without; write ${tlsForm}, and the authority's certificate as ${prefix}_CA_FILE`
      : null;
  if (!spoken.tls)
    return `${prefix}_URL: the address says TLS (${tlsForm}), and ${at} does not speak it; turn it on there, or name the port that has it`;
  if (spoken.refusesClient)
    return access.cert === null
      ? `${prefix}_CERT_FILE: is not set, and ${at} wants a certificate of who comes; set it, and its key as ${prefix}_KEY_FILE`
      : `${prefix}_CERT_FILE: ${at} does not take this certificate; bring one that its authority signed`;
  if (spoken.wrong === null || diagnosis.looksAtCertificate === false) return null;
  return certificateText({ ...spoken, wrong: spoken.wrong }, at, diagnosis);
}

/**
 * What of the settings is to be mended where an engine could not be used, with the setting's name in front. Null where
 * nothing shows that they are wrong: the engine may be starting, or away. Nothing of a password is in it.
 */
export async function accessFault(error: unknown, diagnosis: EngineDiagnosis): Promise<AccessFault | null> {
  const refusal = diagnosis.refusalOf(error);
  if (refusal !== null) return { text: refusalText(refusal, diagnosis), certain: true };
  for (const endpoint of diagnosis.endpoints) {
    const spoken = await spokenAt(endpoint, diagnosis.access);
    if (spoken === null) continue;
    const fault = spokenText(spoken, `${endpoint.host}:${endpoint.port}`, diagnosis);
    if (fault !== null) return { text: fault, certain: spoken.tls || !spoken.silent };
    if (diagnosis.mayWantUser?.(error)) return { text: refusalText('nobody', diagnosis), certain: false };
  }
  return null;
}
