/** What this consumer keeps of a profile: where it stands. A real one would keep what it needs, in its own database. */
export interface Entry {
  profileId: string;
  revision: number;
}

export interface ProfileEvent {
  type: string;
  version: number;
  data: { phone: string; profileId: string | null; revision?: number };
}

const KNOWN_VERSION = 1;

/** @throws Error for an event of a version that this consumer was not written for */
export function refuseOtherVersion({ type, version }: Pick<ProfileEvent, 'type' | 'version'>): void {
  if (version !== KNOWN_VERSION)
    throw new Error(`${type} has version ${version}, and only ${KNOWN_VERSION} is known here`);
}

/** A table of all profiles by phone, kept up to date from events that may come twice, and late. */
export class ProfileTable {
  readonly entries = new Map<string, Entry>();
  /** The profiles that are gone: an update that was on its way must not bring one back. */
  readonly #gone = new Set<string>();

  /** A record without a value said that nothing of this phone is kept any more. */
  erase(phone: string): void {
    const known = this.entries.get(phone);
    if (known) this.#gone.add(known.profileId);
    this.entries.delete(phone);
  }

  /** @throws Error for an event of a version that this consumer was not written for */
  take(event: ProfileEvent): void {
    refuseOtherVersion(event);
    const { type, data } = event;
    const { phone, profileId, revision } = data;
    if (type === 'profile.deleted') {
      if (profileId !== null) this.#gone.add(profileId);
      this.entries.delete(phone);
    } else if (profileId !== null && revision !== undefined && !this.#gone.has(profileId)) {
      const known = this.entries.get(phone);
      // Repeats, and what came late, say nothing new.
      if (known?.profileId === profileId && known.revision >= revision) return;
      this.entries.set(phone, { profileId, revision });
    }
  }
}
