import { socialNetworks } from '../lists.ts';
import { networkName } from './network-names.ts';
import type { ProfileName, SocialAccount } from './profiles.ts';

/** `Anvar (OK)`: a name with its type; in the type a backslash stands before `(` and before another one. */
export const nameText = (name: string, type: string): string =>
  `${name} (${type.replaceAll(/[\\(]/g, String.raw`\$&`)})`;

/** The name of such a text, whose type may be any text. */
export function nameOf(text: string): ProfileName {
  const at = text.endsWith(')') ? text.lastIndexOf(' (', text.length - ' (X)'.length) : -1;
  if (at < 0) return { name: text, type: 'UNKNOWN' };
  return { name: text.slice(0, at), type: text.slice(at + ' ('.length, -1).replaceAll(/\\([\\(])/g, '$1') };
}

/** `TELEGRAM: anvar`: an account; in the network a backslash stands before `:` and before another one. */
export const accountText = ({ id, socialNetwork }: SocialAccount): string =>
  `${socialNetwork.replaceAll(/[\\:]/g, String.raw`\$&`)}: ${id}`;

/** Specified networks by what the console's exports call them. Of two that it calls alike the later one. */
const networkOf = new Map(socialNetworks.map((network) => [networkName(network), network]));

/** Where the first colon stands that a blank or nothing follows. An expression for it would try each end of blanks before a colon. */
function endOfNetwork(text: string): number | null {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ':' && (at === text.length - 1 || /\s/.test(text.charAt(at + 1)))) return at;
  }
  return null;
}

/**
 * The account of such a text, the network in any words; or of `TELEGRAM:anvar`. Without a network or an id it is dropped as
 * anywhere. Text that is no account at all stays text, and is refused.
 */
export function accountOf(text: string): SocialAccount | string {
  const colon = endOfNetwork(text);
  const tight = colon === null ? /^(\w*):(?!\/\/)(.+)$/.exec(text) : null;
  if (colon === null && tight === null) return text;
  const [written = '', id = ''] =
    colon === null ? (tight ?? []).slice(1) : [text.slice(0, colon).trimEnd(), text.slice(colon + 1).trimStart()];
  const network = written.replaceAll(/\\([\\:])/g, '$1');
  return { id, socialNetwork: networkOf.get(network) ?? network };
}
