import { foldUserName } from '@numscope/contracts/account-rules';
import { senderOf, stableId } from '@numscope/platform';

/** The keys under which failures are counted; hashed, because people type passwords into the field of the name. */
export interface AttemptKeys {
  /** This user from this address. */
  pair: string;
  /** This address, whichever user. */
  address: string;
  /** This user, from whichever address. */
  user: string;
}

export function attemptKeys(userName: string, address: string): AttemptKeys {
  const name = foldUserName(userName);
  const sender = senderOf(address);
  return {
    pair: stableId(`${name}\n${sender}`),
    address: stableId(JSON.stringify(['address', sender])),
    user: stableId(JSON.stringify(['user', name])),
  };
}
