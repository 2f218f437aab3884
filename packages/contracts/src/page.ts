// What a page of the console takes of the contracts from the start, in the place of `index.ts`: one shared module, of which nothing
// is left out because nobody imports it. So each schema here is named; those of calls come with `firstCall` and `laterCall`.
import './schemas/without-eval.ts';
// The types are those of all.
export type * from './index.ts';
export * from './accounts/account-rules.ts';
export { BACKGROUND_HEADER, SessionEndDetails } from './accounts/auth.ts';
export { firstCall, laterCall, loadLaterCalls } from './calls/call-by-name.ts';
export { PhoneParam } from './schemas/values.ts';
export * from './constants.ts';
export { BYTE_ORDER_MARK, csvCell, csvLine } from './text/csv-text.ts';
export { bodyNameOf } from './calls/call.ts';
export { isRequired } from './schemas/described.ts';
export * from './schemas/error-body.ts';
export { ExportEnd } from './profiles/export-end.ts';
export { printablePattern, statusOfAction } from './jobs/jobs.ts';
export { SourceLine } from './profiles/line.ts';
export { lineFields } from './profiles/line-fields.ts';
export { ListedFaults } from './privacy/listed-faults.ts';
export { networkName } from './profiles/network-names.ts';
export { encodingOf, isBinary, isZip, layoutOf, SNIFFED_BYTES } from './jobs/phones-file.ts';
export {
  bySingleField,
  byListField,
  changeableFields,
  facetFields,
  fieldNames,
  isSingle,
  movingFields,
  profileFields,
} from './profiles/profile-fields.ts';
export { SocketMessage, SocketPong } from './events/realtime.ts';
export { savedSearchName } from './profiles/saved-search-name.ts';
export { isoDay, isoTime } from './text/times.ts';
export { LOWER_BOUND_HEADER, TOTAL_HEADER } from './schemas/total-headers.ts';
