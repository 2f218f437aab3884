import { describe, expect, it } from '@jest/globals';
import { apiError, type Job, SYSTEM, toPage } from '@numscope/contracts';
import { newId, outgoing } from '@numscope/platform';
import { buildJob, profileUpdatedEvent } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import { openSockets, type Sockets, statusEvent } from './sockets.ts';

let setup: Sockets['setup'];
let jobs: Sockets['jobs'];
let listener: Sockets['listener'];
aroundEach(openSockets, (opened) => ({ setup, jobs, listener } = opened));

describe('the websocket', () => {
  it('shows the progress of a running job, and the end last', async () => {
    const admin = await listener('ADMIN');
    const job = buildJob({ id: newId(), status: 'IN_PROGRESS', progress: 1 });
    jobs.set(job.id, job);
    await setup.test.bus.publish([statusEvent(job, 'IN_PROGRESS')]);
    await admin.next('job.updated');
    jobs.set(job.id, { ...job, progress: 40 });
    expect((await admin.next('job.progress')).data).toMatchObject({ id: job.id, progress: 40 });
    jobs.set(job.id, { ...job, status: 'DONE', progress: 100 });
    await setup.test.bus.publish([statusEvent(job, 'DONE')]);
    expect((await admin.next('job.updated')).data).toMatchObject({ status: 'DONE', progress: 100 });
    expect(admin.pending).toEqual([]);
  });

  it('tells of a job that is another one though its status is the same, as of one with another name', async () => {
    const admin = await listener('ADMIN');
    const job = buildJob({ id: newId(), number: 7, status: 'PAUSED', name: 'Harbour, anew' });
    jobs.set(job.id, job);
    await setup.test.bus.publish([outgoing('job.changed', '7', { id: job.id, number: 7 })]);
    expect((await admin.next('job.updated')).data).toMatchObject({ number: 7, name: 'Harbour, anew' });
    expect(admin.pending).toEqual([]);
  });

  it('tells that a job does not run any more, though nobody told of its end', async () => {
    const admin = await listener('ADMIN');
    const job = buildJob({ id: newId(), number: 12, status: 'IN_PROGRESS', progress: 10 });
    jobs.set(job.id, job);
    await setup.test.bus.publish([statusEvent(job, 'IN_PROGRESS')]);
    await admin.next('job.updated');
    jobs.set(job.id, { ...job, status: 'DONE', progress: 100 });
    expect((await admin.next('job.updated')).data).toMatchObject({ status: 'DONE', progress: 100 });
  });

  it('tells the progress of the main job, too, which lists leave out', async () => {
    const admin = await listener('ADMIN');
    const main = buildJob({ id: newId(), number: 1, status: 'IN_PROGRESS', mainJob: true, phonesSent: 0 });
    jobs.set(main.id, main);
    await setup.test.bus.publish([statusEvent(main, 'IN_PROGRESS')]);
    await admin.next('job.updated');
    for (const phonesSent of [1, 2]) {
      jobs.set(main.id, { ...main, phonesSent });
      expect((await admin.next('job.progress')).data).toMatchObject({ number: 1, phonesSent });
    }
    expect(admin.pending).toEqual([]);
  });

  it('tells the progress of a job at most twice a second', async () => {
    const admin = await listener('ADMIN');
    const id = newId();
    let progress = 0;
    setup.client.answer({
      searchJobs: ({ body }) =>
        body.mainJob
          ? toPage<Job>([], 0, body)
          : toPage([buildJob({ id, status: 'IN_PROGRESS', progress: ++progress / 10 })], 1, body),
    });
    const times: number[] = [];
    while (times.length < 5) times.push((await admin.next('job.progress')).at);
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(499);
  });

  it('tells each of many running jobs once while nothing happens to it', async () => {
    const admin = await listener('ADMIN');
    const running = Array.from({ length: 150 }, (_none, index) =>
      buildJob({ id: newId(), number: index + 20, status: 'IN_PROGRESS' }),
    );
    for (const job of running) jobs.set(job.id, job);
    await setup.test.bus.publish(running.map((job) => statusEvent(job, 'IN_PROGRESS')));
    for (let told = 0; told < running.length; told++) await admin.next('job.updated');
    const last = buildJob({ id: newId(), number: 200, status: 'IN_PROGRESS', progress: 1 });
    // Three more looks.
    for (const progress of [1, 2, 3, 4]) {
      jobs.set(last.id, { ...last, progress });
      if (progress === 1) await setup.test.bus.publish([statusEvent(last, 'IN_PROGRESS')]);
      await admin.next(progress === 1 ? 'job.updated' : 'job.progress');
    }
    expect(admin.pending).toEqual([]);
  });

  it('notifies administrators of jobs that were looked up to their end, and of none that a person stopped', async () => {
    const [admin, user, other] = await Promise.all([
      listener('ADMIN'),
      listener('USER'),
      listener('ADMIN', 'webint', ['Webint']),
    ]);
    const counts = { PENDING: 0, SENT: 0, FOUND: 5, NOT_FOUND: 2, FAILED: 0, NOT_VALID: 0 };
    const [stopped, done] = [30, 31].map((number) => buildJob({ id: newId(), number, status: 'DONE', counts }));
    if (!stopped || !done) throw new Error('no jobs');
    for (const job of [stopped, done]) jobs.set(job.id, job);
    await setup.test.bus.publish([statusEvent(stopped, 'DONE'), statusEvent(done, 'DONE', SYSTEM)]);
    expect((await admin.next('notification')).data).toEqual({
      level: 'success',
      title: 'Job 31 is done',
      message: `${done.name}: 5 found of 7 numbers`,
    });
    await setup.test.bus.publish([profileUpdatedEvent()]);
    await user.next('profile.updated');
    expect([...user.pending, ...other.pending]).toEqual([]);
    expect(admin.pending).not.toContain('notification');
  });

  it('tells of a change once the job can be asked for again', async () => {
    const admin = await listener('ADMIN');
    const job = buildJob({ id: newId(), number: 13, status: 'PAUSED' });
    jobs.set(job.id, job);
    let asked = 0;
    setup.client.answer({
      getJob: () => {
        if (++asked === 1) throw apiError('SERVICE_UNAVAILABLE');
        return job;
      },
    });
    await setup.test.bus.publish([statusEvent(job, 'PAUSED')]);
    expect((await admin.next('job.updated')).data).toMatchObject({ status: 'PAUSED' });
    expect(asked).toBe(2);
  });

  it('notifies of a job that was looked up to its end, also where another could not be asked for in between', async () => {
    const admin = await listener('ADMIN');
    const [first, second] = [14, 15].map((number) => buildJob({ id: newId(), number, status: 'DONE' }));
    if (!first || !second) throw new Error('no jobs');
    let asked = 0;
    setup.client.answer({
      getJob: ({ params }) => {
        if (params.number === first.id) return first;
        if (++asked === 1) throw apiError('SERVICE_UNAVAILABLE');
        return second;
      },
    });
    await setup.test.bus.publish([first, second].map((job) => statusEvent(job, 'DONE', SYSTEM)));
    const titles = [await admin.next('notification'), await admin.next('notification')].map(({ data }) => data.title);
    expect(titles).toEqual(['Job 14 is done', 'Job 15 is done']);
  });

  it('asks jobs nothing while no administrator listens', async () => {
    const user = await listener('USER');
    jobs.set('x', buildJob({ id: 'x', status: 'IN_PROGRESS' }));
    await setup.test.bus.deliver(statusEvent(buildJob({ id: 'x' }), 'IN_PROGRESS'), profileUpdatedEvent());
    await user.next('profile.updated');
    expect(setup.client.made).toEqual([]);
  });
});
