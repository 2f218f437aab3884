const secretNames = /^(password|current|confirmpassword|token|accesstoken|authorization|secret|apikey|api_key)$/i;
const MAX_ITEMS = 20;
const MAX_TEXT = 500;

/** A value as the audit may keep it: secrets and bytes are `***`, long lists and texts are cut and say so. */
export function mask(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}… (${value.length} characters)` : value;
  if (value instanceof Uint8Array) return '***';
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ITEMS).map(mask);
    return value.length > MAX_ITEMS ? [...shown, `… (${value.length} items)`] : shown;
  }
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, secretNames.test(name) ? '***' : mask(inner)]));
  }
  return value;
}
