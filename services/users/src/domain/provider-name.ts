import { foldUserName } from '@numscope/contracts/account-rules';
import { reservedUserNames, userNameMaxChars } from '@numscope/contracts';

/** Behind a name that somebody else has. */
const SUFFIX_CHARS = 12;

/**
 * The name that somebody of an identity provider would have here, where names are letters, digits and underscores: what
 * else there is becomes an underscore. Names prove nothing, so one that is taken is told apart by a number.
 * @param attempt from 1
 */
export function providerName(wanted: string, attempt: number): string {
  const plain = wanted
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\W+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, userNameMaxChars - SUFFIX_CHARS);
  const name = plain === '' || reservedUserNames.includes(foldUserName(plain)) ? `user_${plain}` : plain;
  return attempt === 1 ? name.replace(/_$/, '') : `${name.replace(/_$/, '')}_${attempt}`;
}
