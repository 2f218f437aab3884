import {
  type ApiKeyDraft,
  type KeyScope,
  keyScopeGroups,
  type KeyScopeGroup,
  limits,
  type Role,
} from '@numscope/contracts';

export type ScopeChoice = 'none' | 'read' | 'all';

/** What the form holds. */
export interface KeyForm {
  name: string;
  isService: boolean;
  role: Role;
  scopes: Readonly<Partial<Record<KeyScopeGroup, ScopeChoice>>>;
  /** After so many days; null: never. */
  days: number | null;
  addresses: string;
}

export const emptyKeyForm: KeyForm = { name: '', isService: false, role: 'USER', scopes: {}, days: 90, addresses: '' };

export const expiryDays: ReadonlyArray<number | null> = [1, 30, 90, 365, null];

const DAY_MS = 86_400_000;
const ofUsers: readonly KeyScopeGroup[] = ['profiles', 'images', 'audit'];

/** What somebody with this role can do anything with. */
export const groupsFor = (role: Role): readonly KeyScopeGroup[] => (role === 'ADMIN' ? keyScopeGroups : ofUsers);

/** The scopes as the server names them, of those that are on offer. */
const scopesOf = ({ scopes }: KeyForm, offered: readonly KeyScopeGroup[]): KeyScope[] =>
  offered.flatMap((group): KeyScope[] => {
    const choice = scopes[group] ?? 'none';
    if (choice === 'none') return [];
    return [choice === 'read' ? `${group}:read` : group];
  });

/** Which field is not filled in as it must be; null: none. */
export function faultOf(form: KeyForm, offered: readonly KeyScopeGroup[]): 'name' | 'scopes' | null {
  const name = form.name.trim();
  if (name === '' || name.length > limits.apiKeyNameChars) return 'name';
  return scopesOf(form, offered).length === 0 ? 'scopes' : null;
}

/** The form as the server takes it. */
export function draftOf(form: KeyForm, offered: readonly KeyScopeGroup[], now = Date.now()): ApiKeyDraft {
  const addresses = form.addresses.split(/[\s,;]+/).filter(Boolean);
  return {
    name: form.name.trim(),
    scopes: scopesOf(form, offered),
    ...(form.days === null ? {} : { expiresAt: now + form.days * DAY_MS }),
    ...(addresses.length > 0 ? { addresses } : {}),
    ...(form.isService ? { role: form.role } : {}),
  };
}

/** Whether a moment has come. */
export const isOver = (at: number | null, now = Date.now()): boolean => at !== null && at <= now;
