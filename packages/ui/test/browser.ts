/** The little of a browser that the session and the address need, for tests in Node.js. */
export interface FakeBrowser {
  localStorage: Storage;
  sessionStorage: Storage;
  /** What another tab does: changes the storage and tells this one. */
  otherTab: { remove: (key: string) => void };
}

class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  get length(): number {
    return this.#items.size;
  }
  clear(): void {
    this.#items.clear();
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
}

class StorageChange extends Event {
  readonly key: string | null;
  constructor(key: string | null) {
    super('storage');
    this.key = key;
  }
}

/** Puts a fresh fake browser into the globals. */
export function fakeBrowser(): FakeBrowser {
  const browser = { localStorage: new MemoryStorage(), sessionStorage: new MemoryStorage() };
  const isWide = () => Object.assign(new EventTarget(), { matches: false });
  const window = Object.assign(new EventTarget(), { matchMedia: isWide });
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  for (const [name, value] of Object.entries({ ...browser, window, document }))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  return {
    ...browser,
    otherTab: {
      remove: (key) => {
        browser.localStorage.removeItem(key);
        window.dispatchEvent(new StorageChange(key));
      },
    },
  };
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token with these claims; its signature is nobody's, which the console does not check. */
export function tokenWith(claims: Record<string, unknown>): string {
  const standard = {
    sub: 'l_okafor',
    uid: 'id-of-l_okafor',
    roles: 'USER',
    modules: 'Profiler',
    iss: 'numscope',
    aud: 'numscope',
    iat: 1,
    exp: 4_102_444_800,
  };
  return `${part({ alg: 'EdDSA' })}.${part({ ...standard, ...claims })}.signature`;
}
