/** Of searches whose hits are told by their sort keys alone. A part of the hits is no answer. */
export const searchOptions = { _source: false, stored_fields: '_none_', allow_partial_search_results: false } as const;
