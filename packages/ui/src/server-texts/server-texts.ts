import type { clientMessages } from '@numscope/client';
import type { messages, sessionEndTexts } from '@numscope/contracts';
import type { errorCatalogue, reasonTexts } from '@numscope/contracts/errors';

type Catalogue = typeof errorCatalogue;
type Message = Extract<(typeof messages)[keyof typeof messages], string>;

/** The codes whose words stand in the catalogue of errors itself; those of the others are messages. */
type OwnCode = {
  [K in keyof Catalogue]: Catalogue[K]['message'] extends Message
    ? never
    : string extends Catalogue[K]['message']
      ? never
      : K;
}[keyof Catalogue];

/** What the contracts and the client say in English and a person may read: what a language says for each of these. */
export type ServerTexts = Record<
  | keyof typeof messages
  | keyof typeof sessionEndTexts
  | keyof typeof reasonTexts
  | keyof typeof clientMessages
  | OwnCode,
  string
>;
