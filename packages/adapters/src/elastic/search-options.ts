/** For searches whose hits are told by their sort keys alone. A partial answer is an error. */
export const searchOptions = { _source: false, stored_fields: '_none_', allow_partial_search_results: false } as const;
