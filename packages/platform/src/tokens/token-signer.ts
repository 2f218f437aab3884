import type { PublicKey } from '@numscope/contracts';
import type { KeyIdentity } from '../http/identity.ts';
import { newIdAt } from '../ids.ts';
import { type Sign, signerOf } from './jwt.ts';
import { publicKeyOf } from './keys.ts';

/** The user that a token is for. */
export interface TokenSubject {
  id: string;
  userName: string;
  roles: readonly string[];
  modules: readonly string[];
  /** The token's id, of the moment as of which it is signed; made unless said. */
  tokenId?: string;
  /** The API key of the program that the token is for; absent: a person logged in. */
  key?: KeyIdentity;
}

/** Signs users' tokens; auth alone has one. */
export interface TokenSigner {
  /** `asOf` is when what the token says was known to be so, now unless said: a later change of it ends the token. */
  sign(subject: TokenSubject, seconds: number, asOf?: number): string;
  /** The public parts of all keys whose tokens count now. */
  publicKeys(): readonly PublicKey[];
  /** Told when there are other keys than before, but not when one has run out: none of its tokens counts then. */
  onChange(listener: () => void): void;
}

/** A key that signs users' tokens, and from when on. Times in milliseconds. */
export interface SigningKey {
  pem: string;
  publicKey: PublicKey;
  /** 0: that is not known, so it is the oldest. */
  madeAt: number;
  /** How long it is only published, so that everybody knows it before it signs. */
  signsAfterMs: number;
}

/** @throws Error when the PEM holds no Ed25519 private key */
export const signingKeyOf = (pem: string, madeAt = 0, signsAfterMs = 0): SigningKey => ({
  pem,
  publicKey: publicKeyOf(pem),
  madeAt,
  signsAfterMs,
});

interface Held extends SigningKey {
  signsFrom: number;
  signer: Sign;
}

/**
 * The keys that sign users' tokens, one after the other: a new one is published first and signs a moment later, the one
 * before it goes on being published until the last token that it signed is over. So no change of keys ends a session.
 */
export class SigningKeys implements TokenSigner {
  readonly #sessionMs: number;
  readonly #now: () => number;
  readonly #listeners: Array<() => void> = [];
  #keys: Held[] = [];

  /** @param keys at least one */
  constructor(keys: readonly SigningKey[], { sessionMs, now = Date.now }: { sessionMs: number; now?: () => number }) {
    this.#sessionMs = sessionMs;
    this.#now = now;
    this.#hold(keys, ({ madeAt }) => madeAt);
  }

  /**
   * Takes what the keys are from now on. One that was not there before begins to sign only after its moment, counted
   * from now; so does one whose date was ahead of the clock and has been put right.
   */
  replace(keys: readonly SigningKey[]): void {
    this.#hold(keys, ({ madeAt }) => Math.max(madeAt, this.#now()));
    for (const listener of this.#listeners) listener();
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  sign({ id, userName, roles, modules, key, tokenId }: TokenSubject, seconds: number, asOf = this.#now()): string {
    const user = {
      sub: userName,
      uid: id,
      roles: roles.join(','),
      modules: modules.join(','),
      jti: tokenId ?? newIdAt(asOf),
    };
    const claims = key ? { ...user, key: key.id, keyShownAs: key.shownAs, scopes: key.scopes.join(',') } : user;
    return this.#current().signer(claims, seconds);
  }

  publicKeys(): readonly PublicKey[] {
    const now = this.#now();
    const isNeeded = (_key: Held, index: number): boolean => {
      const followers = this.#keys.slice(index + 1).map(({ signsFrom }) => signsFrom);
      return Math.min(...followers) + this.#sessionMs > now;
    };
    return this.#keys.filter(isNeeded).map(({ publicKey }) => publicKey);
  }

  #hold(keys: readonly SigningKey[], knownFrom: (key: SigningKey) => number): void {
    if (keys.length === 0) throw new Error('there must be a key that signs tokens');
    const before = new Map(this.#keys.map((key) => [key.publicKey.kid, key]));
    this.#keys = keys
      .map((key) => {
        const known = before.get(key.publicKey.kid);
        const signsFrom = knownFrom(key) + key.signsAfterMs;
        return known
          ? { ...known, madeAt: key.madeAt, signsFrom: Math.min(known.signsFrom, signsFrom) }
          : { ...key, signsFrom, signer: signerOf(key.pem, 'numscope-api') };
      })
      .toSorted((left, right) => left.madeAt - right.madeAt);
  }

  /** The latest whose moment has come; where none has, there is nobody else to sign. */
  #current(): Held {
    const now = this.#now();
    const current = this.#keys.findLast(({ signsFrom }) => signsFrom <= now) ?? this.#keys[0];
    if (!current) throw new Error('there must be a key that signs tokens');
    return current;
  }
}
