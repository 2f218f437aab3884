import { column, type DatabaseSync } from '@numscope/adapters/sqlite';

/** How far along the chain each piece of work behind it has come. */
export function readPlaces(db: DatabaseSync) {
  const place = db.prepare('SELECT seq FROM place WHERE name = ?');
  return {
    place(name: string): number {
      const row = place.get(name);
      return row ? column.number(row, 'seq') : 0;
    },
  };
}

export function keepPlaces(db: DatabaseSync) {
  const keep = db.prepare(
    'INSERT INTO place VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seq = max(seq, excluded.seq)',
  );
  return {
    keepPlace: (name: string, seq: number): void => void keep.run(name, seq),
    /** The process is alone with its file. */
    ships: (): boolean => true,
  };
}
