import type { User } from '@numscope/contracts';
import { texts } from '../../texts/texts.ts';

/** What becomes of a user who is deleted: an identity provider that still gives a role lets its own come back. */
export const hintOfDeleting = ({ userName: name, provider }: Pick<User, 'userName' | 'provider'>): string =>
  texts(provider === undefined ? 'deleteHint' : 'deleteHintOfProvider', { name });
