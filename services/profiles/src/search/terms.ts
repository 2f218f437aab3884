import type { SocialAccount } from '@numscope/contracts';
import { words } from '@numscope/contracts/folding';
import { networkTwins } from '@numscope/contracts/lists';

/**
 * How values of each search field become terms. Documents and queries both go through here, so that they cannot differ.
 */
export const nameTerms = (name: string): string[] => words(name);
/** The digits alone: with or without the plus sign, blanks or brackets, it is one number. */
export const phoneTerm = (phone: string): string => phone.replace(/\D+/g, '');
export const emailTerm = (email: string): string => email.trim().toLowerCase();
export const imageTerm = (id: string): string => id.trim().toLowerCase();
export const jobTerm = (idOrNumber: string): string => idOrNumber.trim().toLowerCase();
export const accountTerm = (id: string): string => `i:${id.trim().toLowerCase()}`;

/** A network's term; networks that are one thing under two names share one. */
export function networkTerm(network: string): string {
  const name = network.trim().toUpperCase();
  const twin = networkTwins[name] ?? name;
  return `n:${(twin < name ? twin : name).toLowerCase()}`;
}

export const accountTerms = ({ id, socialNetwork }: SocialAccount): string[] => [
  networkTerm(socialNetwork),
  accountTerm(id),
];
