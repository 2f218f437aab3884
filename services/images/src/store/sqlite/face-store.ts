import { column, type DatabaseSync, type Outbox, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import type { OutgoingEvent } from '@numscope/platform';
import { numberOfFace } from '../../faces/face-ids.ts';
import type { Claim, FaceCounts, FaceRecord } from '../../faces/face-store.port.ts';
import { bytesOf } from '../../faces/vector-bytes.ts';
import { faceOf, seenText } from './face-rows.ts';

const FACE = 'SELECT id, image_id, model, seen, vector FROM face';
const FIT = 'SELECT id FROM face WHERE model = ? AND fit = 1';
const IN_LIST = '(SELECT value FROM json_each(?))';
/** What a model saw; whose it is to look at now, and how often that was begun in vain, stays. */
const UNSEEN = `face_model = '', face_state = '', face_reason = NULL`;

const idOf = (row: SqlRow): string => column.text(row, 'id');

function statements(db: DatabaseSync) {
  const waiting = (models: string): string =>
    `SELECT id, face_tries FROM image WHERE state = 'STORED' AND face_model ${models} ? AND face_until <= ? LIMIT ?`;
  return {
    // `<` uses the index to skip all pictures of the model at once, which `<>` would not.
    before: db.prepare(waiting('<')),
    after: db.prepare(waiting('>')),
    claim: db.prepare('UPDATE image SET face_until = ?, face_tries = face_tries + 1 WHERE id = ?'),
    release: db.prepare(
      `UPDATE image SET face_until = 0, face_tries = max(face_tries - ?, 0) WHERE face_until > 0 AND id IN ${IN_LIST}`,
    ),
    releaseAll: db.prepare('UPDATE image SET face_until = 0 WHERE face_until > 0'),
    modelOf: db.prepare(`SELECT face_model FROM image WHERE id = ? AND state = 'STORED'`),
    looked: db.prepare(
      `UPDATE image SET face_model = ?, face_state = ?, face_reason = ?, face_until = 0, face_tries = 0
       WHERE id = ? AND state = 'STORED' AND face_model <> ?`,
    ),
    insert: db.prepare(
      'INSERT INTO face (id, image_id, model, fit, kept_at, seen, vector) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    states: db.prepare(`SELECT id, face_model, face_state FROM image WHERE state = 'STORED' AND id IN ${IN_LIST}`),
    // The plus keeps SQLite from the index by model, which nearly all faces share.
    ofImages: db.prepare(`${FACE} WHERE +model = ? AND image_id IN ${IN_LIST}`),
    byId: db.prepare(`${FACE} WHERE +model = ? AND id IN ${IN_LIST}`),
    fitAfter: db.prepare(`${FIT} AND id > ? ORDER BY id LIMIT ?`),
    fitSince: db.prepare(
      'SELECT id FROM face INDEXED BY face_kept WHERE model = ? AND fit = 1 AND kept_at >= ? ORDER BY kept_at DESC LIMIT ?',
    ),
    fitOf: db.prepare(`${FIT} AND id IN ${IN_LIST}`),
    counts: db.prepare(
      `SELECT (SELECT count(*) FROM image WHERE state = 'STORED' AND face_model = :model) AS done,
         (SELECT count(*) FROM image WHERE state = 'STORED' AND face_model = :model AND face_state = 'FAILED') AS failed,
         (SELECT count(*) FROM face WHERE model = :model) AS faces`,
    ),
    waiting: db.prepare(
      `SELECT (SELECT count(*) FROM image WHERE state = 'STORED' AND face_model < :model)
         + (SELECT count(*) FROM image WHERE state = 'STORED' AND face_model > :model) AS waiting`,
    ),
    gone: db.prepare('SELECT 1 FROM face_gone'),
    drop: db.prepare(`DELETE FROM face WHERE image_id = ?`),
    forget: db.prepare(`UPDATE image SET ${UNSEEN} WHERE id = ? AND face_model <> ''`),
    othersFaces: db.prepare(
      `SELECT image_id AS id FROM face WHERE model < ? UNION ALL SELECT image_id AS id FROM face WHERE model > ? LIMIT ?`,
    ),
    othersPictures: db.prepare(
      `SELECT id FROM image WHERE state = 'STORED' AND face_model > '' AND face_model <> ? LIMIT ?`,
    ),
  };
}

/** Faces lie beside the pictures in one file, so that a picture and its faces come and go in one step. */
export function faceFunctions(db: DatabaseSync, outbox: Outbox) {
  const sql = statements(db);
  // Only one process has this file: whoever had claimed a picture is gone.
  sql.releaseAll.run();

  const drop = (imageId: string): void => {
    sql.drop.run(imageId);
    sql.forget.run(imageId);
  };

  const waiting = (model: string): number => Number(sql.waiting.get({ model })?.['waiting']);

  return {
    claim: (model: string, limit: number, now: number, until: number): Claim[] =>
      transaction(db, () => {
        const rows = sql.before.all(model, now, limit);
        rows.push(...sql.after.all(model, now, limit - rows.length));
        for (const row of rows) sql.claim.run(until, idOf(row));
        return rows.map((row) => ({ id: idOf(row), tries: column.number(row, 'face_tries') + 1 }));
      }),
    release: (imageIds: string[], { tried }: { tried: boolean }): void =>
      void sql.release.run(tried ? 0 : 1, JSON.stringify(imageIds)),
    keep: (imageId: string, model: string, faces: FaceRecord[], now: number, events: OutgoingEvent[]): boolean =>
      transaction(db, () => {
        const known = sql.modelOf.get(imageId);
        if (!known || known['face_model'] === model) return known !== undefined;
        sql.drop.run(imageId);
        for (const face of faces) {
          const fit = face.quality.faults.length === 0 ? 1 : 0;
          sql.insert.run(face.id, imageId, model, fit, now, seenText(face), bytesOf(face.vector));
        }
        sql.looked.run(model, 'LOOKED', null, imageId, model);
        outbox.append(events);
        return true;
      }),
    fail: (imageId: string, model: string, reason: string): void =>
      transaction(db, () => {
        if (Number(sql.looked.run(model, 'FAILED', reason, imageId, model).changes) > 0) sql.drop.run(imageId);
      }),
    statesOf: (imageIds: string[], model: string): Map<string, 'WAITING' | 'LOOKED' | 'FAILED'> =>
      new Map(
        sql.states.all(JSON.stringify(imageIds)).map((row) => {
          const state = row['face_state'] === 'FAILED' ? 'FAILED' : 'LOOKED';
          return [idOf(row), row['face_model'] === model ? state : 'WAITING'];
        }),
      ),
    facesOf(imageIds: string[], model: string): FaceRecord[] {
      const order = new Map(imageIds.map((id, n) => [id, n]));
      const placeOf = (face: FaceRecord): number => order.get(face.imageId) ?? 0;
      return sql.ofImages
        .all(model, JSON.stringify(imageIds))
        .map(faceOf)
        .sort((a, b) => placeOf(a) - placeOf(b) || numberOfFace(a.id) - numberOfFace(b.id));
    },
    facesById(ids: string[], model: string): FaceRecord[] {
      const found = new Map<string, SqlRow>(sql.byId.all(model, JSON.stringify(ids)).map((row) => [idOf(row), row]));
      return ids
        .map((id) => found.get(id))
        .filter((row) => row !== undefined)
        .map(faceOf);
    },
    fitIdsAfter: (after: string, limit: number, model: string): string[] =>
      sql.fitAfter.all(model, after, limit).map(idOf),
    fitIdsSince: (since: number, limit: number, model: string): string[] =>
      sql.fitSince.all(model, since, limit).map(idOf),
    fitIdsOf: (ids: string[], model: string): string[] => sql.fitOf.all(model, JSON.stringify(ids)).map(idOf),
    counts(model: string): FaceCounts {
      const row = sql.counts.get({ model }) ?? {};
      const [done, failed] = [column.number(row, 'done'), column.number(row, 'failed')];
      return { looked: done - failed, waiting: waiting(model), failed, faces: column.number(row, 'faces') };
    },
    waiting,
    dropOf: (imageIds: string[]): void => transaction(db, () => imageIds.forEach(drop)),
    dropOthers: (except: string | null, limit: number): number =>
      transaction(db, () => {
        const keep = except ?? '';
        const ids = sql.othersFaces.all(keep, keep, limit).map(idOf);
        ids.push(...sql.othersPictures.all(keep, limit - ids.length).map(idOf));
        for (const id of ids) drop(id);
        return ids.length;
      }),
    needsScrub: (): boolean => sql.gone.get() !== undefined,
  };
}
