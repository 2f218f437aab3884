import { describe, expect, it } from '@jest/globals';
import { aroundEach } from '@numscope/testing/around';
import { calls, Job, JobPage } from '@numscope/contracts';
import { answerAll, codeOf, type Setup, setUp } from './setup.ts';

describe('from a file to results', () => {
  let setup: Setup;
  aroundEach(setUp, (opened) => (setup = opened));

  it('when a file comes, then every valid number gets exactly one result, and the job is done', async () => {
    await answerAll(setup, (phone) => (phone.endsWith('1') ? 'NOT_FOUND' : phone.endsWith('2') ? 'FAILED' : 'FOUND'));
    const created = await setup.created(
      'Phone;Name\r\n998901234561;A\r\n+998901234562;B\r\n 998901234563 ;C\r\n+998901234563;D\r\n99890;E\r\n',
    );
    expect(created).toMatchObject({
      number: 2,
      subtype: 'SINGLE',
      totalPhoneNumbers: 4,
      duplicates: 1,
      createdBy: 'admin',
    });

    const done = await setup.reaches(created.number, 'DONE');
    expect(done).toMatchObject({
      progress: 100,
      counts: { PENDING: 0, SENT: 0, FOUND: 1, NOT_FOUND: 1, FAILED: 1, NOT_VALID: 1 },
    });
    expect(await setup.phones(created.id)).toEqual({
      '99890': 'NOT_VALID',
      '+998901234561': 'NOT_FOUND',
      '+998901234562': 'FAILED',
      '+998901234563': 'FOUND',
    });
    expect(setup.bus.published('phone.requested').flatMap((event) => event.data.phones)).toEqual([
      '+998901234561',
      '+998901234562',
      '+998901234563',
    ]);
    const told = setup.bus.published('job.status-changed').filter(({ data }) => data.number === created.number);
    expect(told.map(({ data }) => [data.from, data.to])).toEqual([
      ['CREATED', 'SCHEDULED'],
      ['SCHEDULED', 'IN_PROGRESS'],
      ['IN_PROGRESS', 'DONE'],
    ]);
    const page = JobPage.parse((await setup.admin.call(calls.searchJobs, { body: {} })).json());
    expect(page).toMatchObject({ totalElements: 1, content: [done] });
  });

  it('when a job is paused, played, stopped and canceled, then its phones follow', async () => {
    const { number } = await setup.created('998901234561\n998901234562\n');
    await setup.bus.waitFor('phone.requested');
    const paused = await setup.set(number, 'PAUSED');
    expect(Job.parse(paused.json())).toMatchObject({ status: 'PAUSED', counts: { PENDING: 2, SENT: 0 } });
    expect(Job.parse((await setup.set(number, 'IN_PROGRESS')).json()).status).toBe('IN_PROGRESS');
    await setup.bus.waitFor('phone.requested', (event) => event.data.run === 2);
    expect(Job.parse((await setup.set(number, 'DONE')).json())).toMatchObject({
      status: 'DONE',
      progress: 0,
      counts: { PENDING: 2 },
    });
    expect(Job.parse((await setup.set(number, 'IN_PROGRESS')).json()).status).toBe('IN_PROGRESS');
    expect(Job.parse((await setup.set(number, 'CANCELED')).json()).actions).toEqual(['MERGE', 'DELETE']);
    const refused = await setup.set(number, 'IN_PROGRESS');
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'WRONG_STATE']);
    expect(refused.json()).toMatchObject({ details: { status: 'CANCELED', allowed: ['DELETED'] } });
    expect((await setup.set(number, 'DELETED')).statusCode).toBe(200);
    expect((await setup.admin.call(calls.getJob, { params: { number: String(number) } })).statusCode).toBe(404);
  });
});
