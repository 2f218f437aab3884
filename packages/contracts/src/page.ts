// What a page of the console takes of the contracts from the start, in the place of `index.ts`: one shared module, of which nothing
// is left out because nobody imports it. So each schema here is named; those of calls come with `firstCall` and `laterCall`.
import './without-eval.ts';
// The types are those of all.
export type * from './index.ts';
export * from './account-rules.ts';
export { BACKGROUND_HEADER, SessionEndDetails } from './auth.ts';
export { firstCall, laterCall, loadLaterCalls } from './call-of.ts';
export { PhoneParam } from './common.ts';
export * from './constants.ts';
export { BYTE_ORDER_MARK, csvCell, csvLine } from './csv-text.ts';
export { bodyNameOf } from './calls/call.ts';
export { isRequired } from './described.ts';
export * from './error-body.ts';
export { ExportEnd } from './export-end.ts';
export { printablePattern, statusOfAction } from './jobs.ts';
export { SourceLine } from './line.ts';
export { lineFields } from './line-fields.ts';
export { ListedFaults } from './listed-faults.ts';
export { networkName } from './network-names.ts';
export { encodingOf, isBinary, isZip, layoutOf, SNIFFED_BYTES } from './phones-file.ts';
export {
  bySingleField,
  byListField,
  changeableFields,
  facetFields,
  fieldNames,
  isSingle,
  movingFields,
  profileFields,
} from './profile-fields.ts';
export { SocketMessage, SocketPong } from './realtime.ts';
export { savedSearchName } from './saved-search-name.ts';
export { isoDay, isoTime } from './times.ts';
export { LOWER_BOUND_HEADER, TOTAL_HEADER } from './total-headers.ts';
