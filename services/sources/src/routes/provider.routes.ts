import { bodyNameOf, type Call, calls, type ProviderSearch, requiredParameter } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { type ProviderSearchParts, searchByProvider } from '../commands/search-by-provider.ts';

/** Searches for a face at the operator's providers. A body that is missing is named as the specification has it. */
export function addProviderRoutes(app: FastifyInstance, parts: ProviderSearchParts): void {
  const given = (body: ProviderSearch | null | undefined, call: Call, name: string): ProviderSearch => {
    if (!body) throw requiredParameter(bodyNameOf(call), name);
    return body;
  };
  route(app, calls.listFaceProviders, async () => parts.providers.list());
  route(app, calls.search4faces, async ({ body, ...context }) =>
    searchByProvider(parts, 'search4faces', given(body, calls.search4faces, 'search4faces'), context),
  );
  route(app, calls.externalImageSearch, async ({ body, ...context }) =>
    searchByProvider(parts, 'external-search', given(body, calls.externalImageSearch, 'externalImageSearch'), context),
  );
}
