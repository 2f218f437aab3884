import { SYSTEM } from '../lists.ts';
import type { EventData, Topic } from './events.ts';

/** What a reader of the events is told of a topic. */
export interface Described {
  title: string;
  text: string;
  key: string;
  exampleKey: string;
  /** An event as it really looks. */
  example: EventData<Topic>;
}

/** When the events of the examples are said to be, in milliseconds. */
export const exampleAt = 1_795_250_000_000;
const at = exampleAt;
const phone = '+998901234567';
const picture = '6f1ed002ab5595859014ebf0951522d96f1ed002ab5595859014ebf0951522d9';
const job = { id: '019a9f9c-07a8-7c11-9d5f-2f6a3b1c0001', number: 12, pass: 1 };

const described: Partial<Record<Topic, Described>> = {
  'job.created': {
    title: 'A job was created',
    text: 'All its phones are kept, durably. Sub-tasks have no event of their own.',
    key: 'the number of the job',
    exampleKey: '12',
    example: {
      id: job.id,
      number: job.number,
      name: 'Spring',
      type: 'REGULAR',
      subtype: 'SINGLE',
      iteration: 1,
      totalPhoneNumbers: 3,
      createdOn: at,
      createdBy: 'admin',
      purpose: null,
    },
  },
  'job.status-changed': {
    title: 'A job went from one status to another',
    text: '`run` grows each time the job is played. DELETED is the tombstone of a job: its profiles stay.',
    key: 'the number of the job',
    exampleKey: '12',
    example: {
      id: job.id,
      number: job.number,
      name: 'Spring',
      from: 'SCHEDULED',
      to: 'IN_PROGRESS',
      run: 1,
      at,
      by: SYSTEM,
    },
  },
  'phone.requested': {
    title: 'Numbers are to be looked up',
    text: 'A chunk of up to 500 numbers of one job, for the service that asks the sources. For other systems of use only to watch what is asked.',
    key: 'the first number of the chunk',
    exampleKey: phone,
    example: { job, run: 1, lane: 'REGULAR', reuseFresh: true, only: null, phones: [phone] },
  },
  'phone.resolved': {
    title: 'What all sources together said about one number',
    text: 'One for each number and pass of a job; after a crash or by "retry failed" one may come again, with the same id or a newer answer.',
    key: 'the phone',
    exampleKey: phone,
    example: {
      phone,
      job,
      status: 'FOUND',
      sources: [{ source: 'GETCONTACT', status: 'FOUND', at, cached: false }],
      observations: [
        {
          id: '019a9f9c-07a8-7c11-9d5f-2f6a3b1c0002',
          phone,
          source: 'GETCONTACT',
          account: 'main',
          at,
          observedAt: at - 86_400_000,
          cached: false,
          status: 'FOUND',
          fields: { names: [{ name: 'Anvar Karimov', type: 'OK' }] },
          trust: 0.8,
        },
      ],
    },
  },
  'profile.updated': {
    title: 'The profile of a number was computed anew',
    text: 'It is stored and searchable. `changed` names the fields that have other values than before; `GET /api/profile/{phone}` has them.',
    key: 'the phone',
    exampleKey: phone,
    example: { phone, profileId: '019a9f9c-07a8-7c11-9d5f-2f6a3b1c0003', revision: 1, changed: ['names'], job },
  },
  'profile.deleted': {
    title: 'A profile is gone',
    text: 'Whoever keeps anything about this number drops it. After an erasure an empty record (null) of the number follows, which says the same.',
    key: 'the phone',
    exampleKey: phone,
    example: { phone, profileId: '019a9f9c-07a8-7c11-9d5f-2f6a3b1c0003', reason: 'ERASED', images: [] },
  },
  'source.state': {
    title: 'A source stands otherwise than before',
    text: 'CLOSED: it is asked. OPEN: cut off for now, because it failed again and again. REFUSED: it refuses our key or our credit, and waits for a person. PAUSED, WAITING_QUOTA: as they say. NOT_CONFIGURED: it was taken out of the sources file. `from` null: nothing was told of it before.',
    key: 'the name of the source',
    exampleKey: 'GETCONTACT',
    example: {
      name: 'GETCONTACT',
      state: 'REFUSED',
      from: 'CLOSED',
      fault: 'WRONG_KEY',
      cause: 'it refused our key',
      pausedBy: null,
      at,
    },
  },
  'image.stored': {
    title: 'A picture was stored',
    text: 'Once for each content, cleaned of metadata. `id` is what `GET /api/image/{id}` takes.',
    key: 'the id of the picture',
    exampleKey: picture,
    example: { id: picture, type: 'image/jpeg', width: 640, height: 480, bytes: 48_211 },
  },
  'image.faces': {
    title: 'A picture was looked at for faces',
    text: 'After `image.stored`; once more when the model was changed, with the same id and another model. Boxes are in parts of the upright picture, estimates are guesses of the model. Vectors are not told.',
    key: 'the id of the picture',
    exampleKey: picture,
    example: {
      id: picture,
      model: 'face-api-2',
      faces: [
        {
          id: `${picture}.0`,
          imageId: picture,
          boundingBox: { left: 0.31, top: 0.18, width: 0.36, height: 0.48 },
          confidence: 0.98,
          quality: { pixels: 230, sharpness: 0.8, yaw: 4, pitch: -2, roll: 1, faults: [] },
          estimates: { gender: { value: 'MALE', probability: 0.97 }, age: { value: 41, plusMinus: 5 } },
        },
      ],
    },
  },
  'audit.logged': {
    title: 'Somebody did something',
    text: 'An entry of the audit trail: masked, in one order for the whole installation.',
    key: 'always `audit`',
    exampleKey: 'audit',
    example: {
      actionType: 'LOGIN',
      createdTimestamp: at,
      details: 'Logged in',
      username: 'admin',
      userId: '0197f3a0-5b7e-7c21-9d0a-3f6c1be2a901',
      ip: '127.0.0.1',
      args: { username: 'admin', password: '***' },
      outcome: 'OK',
    },
  },
  'audit.checkpoint': {
    title: 'The end of the audit trail was signed',
    text: 'Keep these where nobody who can write the trail can write: `npm run audit -- verify --checkpoints FILE` takes them as they are, a line each. In Kafka the topic keeps all of them.',
    key: 'always `audit`',
    exampleKey: 'audit',
    example: {
      number: 3,
      seq: 3000,
      hash: '5f2a8f6b0c9d4e7a1b3c5d7e9f0a2b4c6d8e0f1a3b5c7d9e1f2a4b6c8d0e2f4a',
      count: 3000,
      begins: null,
      at,
      kid: 'hOjJ0mSBHUBGmQBxGLOoq0kVOBhZvGFUtUvZ8FBfdfs',
      signature: 'jHtvBhN7Kp0lqS3b8Rr1UoVn2XcW4yZ5aQ6eT7iM9gD_fC-AxLkPzEwOsYuIvJqHnGmFbRdCtXlKoZpQeWyUaA',
    },
  },
};

export const descriptionOf = (topic: Topic): Described => {
  const known = described[topic];
  if (!known) throw new Error(`the topic ${topic} is published and not described`);
  return known;
};
