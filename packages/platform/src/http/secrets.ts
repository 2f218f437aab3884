/** What stands where a secret was. */
export const HIDDEN = '***';

/** Anywhere in a name, so that `userPassword` and `x-api-token` are found too. */
const within =
  /password|passwd|passphrase|pwd|secret|token|apikey|accesskey|privatekey|credential|authorization|cookie|signature|jwt/;
/** Words that mean something else inside other names. */
const whole = /^(?:current|(?:new|old|my|user|confirm|repeat)?pass|key|session|sessionid|sid|auth|bearer|otp)$/;

/** Whether what goes by this name must not be kept: in any case, and with or without `_`, `-`, dots and blanks. */
export function isSecretName(name: string): boolean {
  const folded = name.toLowerCase().replaceAll(/[_\-.\s]/g, '');
  return within.test(folded) || whole.test(folded);
}

/**
 * A JSON Web Token or what a cut left of one, a key of ours for programs, and what follows the word that a token stands
 * behind. Of several `eyJ` in one word only the first is tried as a token's begin: what follows the word is the same for
 * each, and trying them all would take time by the square of the word's length.
 */
const tokens =
  /eyJ(?<!eyJ[\w-]*?eyJ)[\w-]+\.[\w-]+\.[\w-]+|(?<!\w)eyJ[\w-]{16,}(?:\.[\w-]*){0,2}|(?<![A-Za-z])nsk_[\w-]{8,}|[Bb](?:earer|EARER)\s+[\w.~+/=-]{8,}/g;

/**
 * The text with `***` for all that looks like a token of ours, wherever it stands. Takes time by the length of the
 * text.
 */
export const hideTokens = (text: string): string => text.replaceAll(tokens, HIDDEN);
