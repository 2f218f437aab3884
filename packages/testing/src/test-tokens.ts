import {
  generateServiceKeys,
  generateSigningKey,
  type ServiceKeyRing,
  SigningKeys,
  signingKeyOf,
  type TokenChecker,
  type TokenSigner,
  TokenVerifier,
} from '@numscope/platform';

/** Signs tokens of users and of services, and checks them, as the processes of one installation do together. */
export interface TestTokens extends TokenSigner, TokenChecker {
  credentialsOf: ServiceKeyRing['credentialsOf'];
}

/**
 * @param pem the key that signs users' tokens, a new one unless said
 * @param services new keys unless said
 */
export function createTestTokens(pem = generateSigningKey(), services = generateServiceKeys()): TestTokens {
  const signer = new SigningKeys([signingKeyOf(pem)], { sessionMs: Number.MAX_SAFE_INTEGER });
  const verifier = new TokenVerifier(services.publicKeys);
  verifier.setUserKeys(signer.publicKeys());
  return {
    sign: (subject, seconds, asOf) => signer.sign(subject, seconds, asOf),
    publicKeys: () => signer.publicKeys(),
    onChange: (listener) => signer.onChange(listener),
    verify: (token) => verifier.verify(token),
    claimsService: (token) => verifier.claimsService(token),
    credentialsOf: services.credentialsOf,
  };
}
