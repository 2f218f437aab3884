import { type Call, type CallName, calls } from '@numscope/contracts';
import type { Json } from './json-schema.ts';

/** Path parameters of a call, each by the field of an answer that says it. */
type From = Readonly<Record<string, string>>;

const ofJob: Partial<Record<CallName, From>> = {
  getJob: { number: 'number' },
  jobPreflight: { number: 'number' },
  jobPhones: { id: 'id' },
  updateJob: { number: 'number' },
  // Described under the first name of its parameter.
  patchJob: { number: 'id' },
  setJobStatus: { number: 'number' },
  setJobStatusById: { jobId: 'id' },
  jobSources: { number: 'number' },
  jobPasses: { number: 'number' },
  exportJobRemainder: { jobNumber: 'number' },
};

/** What can be done with what a call made. */
const links: Partial<Record<CallName, Partial<Record<CallName, From>>>> = {
  createJobFromFile: ofJob,
  createJobByRange: ofJob,
  createUser: { updateUser: { id: 'id' }, deleteUser: { id: 'id' } },
  createKey: { deleteKey: { id: 'id' } },
  createSavedSearch: { putSavedSearch: { id: 'id' }, deleteSavedSearch: { id: 'id' } },
  importProfiles: { getImport: { id: 'id' } },
};

/** The links of a call's answer, as OpenAPI tells them; undefined where there are none. */
export function linksOf(call: Call): Json | undefined {
  const found = Object.entries(links).find(([name]) => calls[name as CallName] === call)?.[1];
  if (!found) return undefined;
  return Object.fromEntries(
    Object.entries(found).map(([operationId, from]) => [
      operationId,
      {
        operationId,
        parameters: Object.fromEntries(
          Object.entries(from).map(([parameter, field]) => [parameter, `$response.body#/${field}`]),
        ),
      },
    ]),
  );
}
