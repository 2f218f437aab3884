import { calls, Job, type JobFileForm, JobPhonePage } from '@numscope/contracts';
import type { Consumer, Service } from '@numscope/platform';
import { authed, createTestKit, restartService, type ServiceSetup, stubClient } from '@numscope/testing';
import type { LightMyRequestResponse } from 'fastify';
import { createJobsService } from '../src/app.ts';
import type { JobsSettings } from '../src/deps.ts';
import { type Answer, answers } from './answers.ts';
import { openTestStore } from './open-store.ts';
import type { JobStore } from '../src/store/job-store.port.ts';
import { settings } from './settings.ts';

export interface Setup extends ServiceSetup {
  /** Hands a file in; the fields come before it. */
  upload(
    content: string | Uint8Array,
    form?: Partial<Record<keyof JobFileForm, string>>,
  ): Promise<LightMyRequestResponse>;
  created(content: string | Uint8Array, form?: Partial<Record<keyof JobFileForm, string>>): Promise<Job>;
  job(ref: number | string): Promise<Job>;
  /** Asks for a status; the answer is the changed job. */
  set(ref: number | string, status: string): Promise<LightMyRequestResponse>;
  phones(ref: number | string): Promise<Record<string, string>>;
  /** Resolves with the job once it was told to have that status. */
  reaches(number: number, status: Job['status']): Promise<Job>;
}

const BOUNDARY = 'numscope-test-boundary';

export function multipartBody(
  content: string | Uint8Array | null,
  form: Record<string, string>,
  after: Record<string, string> = {},
): Buffer {
  const field = ([name, value]: [string, string]): Buffer =>
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const file =
    content === null
      ? []
      : [
          Buffer.from(
            `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="p.csv"\r\ncontent-type: text/csv\r\n\r\n`,
          ),
          Buffer.from(content),
          Buffer.from('\r\n'),
        ];
  return Buffer.concat([
    ...Object.entries(form).map(field),
    ...file,
    ...Object.entries(after).map(field),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

export const multipartHeaders = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** The service on its real store, of which `watched` may see what is asked of it. */
export async function setUp(
  given: Partial<JobsSettings> = {},
  watched: (store: JobStore) => JobStore = (store) => store,
): Promise<Setup> {
  const kit = await createTestKit('jobs');
  const client = stubClient();
  const begin = async (): Promise<Service> => {
    const service = await createJobsService({
      kit: kit.kit,
      bus: kit.bus,
      client,
      store: watched(await openTestStore(kit)),
      settings: { ...settings, ...given },
    });
    await service.start();
    return service;
  };
  const setup: Setup = {
    ...kit,
    service: await begin(),
    client,
    get admin() {
      return authed(setup.service.app, kit.tokenFor('ADMIN'));
    },
    upload: (content, form = { name: 'A job' }) =>
      setup.admin.inject({
        method: 'POST',
        url: calls.createJobFromFile.path,
        headers: multipartHeaders,
        payload: multipartBody(content, form),
      }),
    async created(content, form) {
      const response = await setup.upload(content, form);
      if (response.statusCode !== 201) throw new Error(`the upload answered ${response.body}`);
      return Job.parse(response.json());
    },
    async job(ref) {
      return Job.parse((await setup.admin.call(calls.getJob, { params: { number: String(ref) } })).json());
    },
    set: (ref, jobStatus) => setup.admin.inject({ method: 'POST', url: `/api/v2/job/${ref}/status/${jobStatus}` }),
    async phones(ref) {
      const response = await setup.admin.call(calls.jobPhones, { params: { id: String(ref) }, body: { size: 1000 } });
      return Object.fromEntries(
        JobPhonePage.parse(response.json()).content.map(({ phone, status }) => [phone, status]),
      );
    },
    async reaches(number, status) {
      await kit.bus.waitFor('job.status-changed', ({ data }) => data.number === number && data.to === status);
      return setup.job(number);
    },
    restart: () => restartService(setup, begin),
    async close() {
      await setup.service.close();
      await kit.close();
    },
  };
  return setup;
}

/** Sources and profiles in one, answering at once. */
export const answerAll = (setup: Setup, answer: (phone: string) => Answer = () => 'FOUND'): Promise<Consumer> =>
  setup.bus.subscribe({
    topic: 'phone.requested',
    group: 'fake-sources',
    handle: async (events) => setup.bus.publish(events.flatMap((event) => answers(event.data, answer))),
  });

export const codeOf = (response: LightMyRequestResponse): string => (response.json() as { code: string }).code;
