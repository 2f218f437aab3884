import { type CallerName, callerNames, PublicKey } from '@numscope/contracts';
import * as z from 'zod';
import { signerOf } from './jwt.ts';
import { generateSigningKey, publicKeyOf } from './keys.ts';

const TOKEN_SECONDS = 300;

/** The public key of one of our services, which signs nothing but that service's own tokens. */
export const ServiceKey = PublicKey.extend({ service: z.enum(callerNames) });
export type ServiceKey = z.infer<typeof ServiceKey>;

/** What a service's tokens name as their subject. */
export const subjectOf = (name: CallerName): string => `service:${name}`;

/** What a service identifies itself by when it calls another. */
export interface ServiceCredentials {
  name: CallerName;
  /** A short-lived token in its own name. */
  token(): string;
}

/** @param pem the service's own private key */
export function createServiceCredentials(name: CallerName, pem: string): ServiceCredentials {
  const sign = signerOf(pem, 'numscope-services');
  let kept: { token: string; from: number } | undefined;
  return {
    name,
    token() {
      const now = Date.now();
      // Also when the clock has gone back.
      if (!kept || Math.abs(now - kept.from) > (TOKEN_SECONDS * 1000) / 2)
        kept = { token: sign({ sub: subjectOf(name) }, TOKEN_SECONDS), from: now };
      return kept.token;
    },
  };
}

export interface ServiceKeyRing {
  publicKeys: readonly ServiceKey[];
  credentialsOf(name: CallerName): ServiceCredentials;
}

/** A key for each service, for as long as this process lives: for services that call each other within it. */
export function generateServiceKeys(): ServiceKeyRing {
  const pems = new Map(callerNames.map((name) => [name, generateSigningKey()]));
  const all = new Map([...pems].map(([name, pem]) => [name, createServiceCredentials(name, pem)]));
  return {
    publicKeys: [...pems].map(([service, pem]) => ({ ...publicKeyOf(pem), service })),
    credentialsOf(name) {
      const credentials = all.get(name);
      if (!credentials) throw new Error(`there is no key of ${name}`);
      return credentials;
    },
  };
}
