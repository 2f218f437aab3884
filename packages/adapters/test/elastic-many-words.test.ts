import { errors } from '@elastic/elasticsearch';
import { describe, expect, it } from '@jest/globals';
import { ApiError, messages } from '@numscope/contracts';
import type { IndexMatch } from '@numscope/platform';
import { asked } from '../src/elastic/elastic-faults.ts';
import { queryBody } from '../src/elastic/query-body.ts';

const term = (field: IndexMatch['field'], text: string): IndexMatch => ({ field, all: [text], prefix: false });
const many = (field: IndexMatch['field']): IndexMatch[] =>
  Array.from({ length: 5000 }, (_none, n) => term(field, String(n)));

describe('a search of many words', () => {
  it('asks for any number of single terms of a field by one query', () => {
    const name: IndexMatch = { field: 'name', all: ['maria', 'iva'], prefix: true };
    const body = queryBody({ must: [many('job')], should: [[name], many('image')], not: many('source') });
    const queries = JSON.stringify(body).match(/"(?:term|terms|prefix)":/g);
    expect(queries?.sort()).toEqual(['"prefix":', '"term":', '"terms":', '"terms":', '"terms":']);
    expect(queryBody({ must: [[term('job', '1'), term('job', '2'), term('image', 'x')]], should: [] })).toEqual({
      bool: {
        filter: [
          {
            bool: {
              should: [{ terms: { 'terms.job': ['1', '2'] } }, { terms: { 'terms.image': ['x'] } }],
              minimum_should_match: 1,
            },
          },
        ],
      },
    });
  });

  /** As versions of the engine say it, the older as a fault of the query, the newer while it is carried out. */
  const told = [
    [400, { type: 'search_phase_execution_exception', caused_by: { type: 'too_many_nested_clauses' } }],
    [
      400,
      {
        type: 'search_phase_execution_exception',
        failed_shards: [{ reason: { caused_by: { type: 'too_many_clauses' } } }],
      },
    ],
    [400, { type: 'illegal_argument_exception', reason: 'Query rewrite failed: too many clauses' }],
    [500, { type: 'search_phase_execution_exception', caused_by: { type: 'too_many_nested_clauses' } }],
  ] as const;
  it.each(told)('is refused in words where the node takes fewer: %s %j', async (statusCode, error) => {
    let tries = 0;
    const failing = asked('search', async () => {
      tries++;
      throw new errors.ResponseError({
        statusCode,
        body: { error, status: statusCode },
        warnings: null,
        meta: {} as never,
      });
    });
    const fault: unknown = await failing.catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(ApiError);
    expect(fault).toMatchObject({ code: 'CRITERIA_TOO_MANY', statusCode: 422, message: messages.criteriaTooLong });
    expect(tries).toBe(1);
  });
});
