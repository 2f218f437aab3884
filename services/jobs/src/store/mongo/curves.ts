import { inserted } from '@numscope/adapters/mongo';
import type { PassCurve } from '../../domain/pass-curve.ts';
import type { Outage } from '../job-store.port.ts';
import { CURVES_KEPT, OUTAGES_KEPT } from '../kept-curves.ts';
import type { Collections } from './documents.ts';

/** How passes got on, and when sources were out. */
export function curves({ jobs, curves: kept, outages }: Collections) {
  const begin = async (source: string, since: number): Promise<void> => {
    if (await outages.findOne({ source, until: null })) return;
    await inserted(outages.insertOne({ _id: `${since}:${source}`, source, since, until: null }));
  };

  return {
    async curveOf(key: number, pass: number): Promise<PassCurve | null> {
      return (await kept.findOne({ _id: `${key}:${pass}` }))?.curve ?? null;
    },

    async keepCurve(key: number, pass: number, curve: PassCurve): Promise<void> {
      if (!(await jobs.findOne({ key, status: { $ne: 'DELETED' } }, { projection: { _id: 1 } }))) return;
      const { matchedCount } = await kept.updateOne(
        { _id: `${key}:${pass}` },
        { $set: { job: key, pass, curve } },
        { upsert: true },
      );
      if (matchedCount === 0) await kept.deleteMany({ job: key, pass: { $lte: pass - CURVES_KEPT } });
    },

    async noteSource(source: string, isOut: boolean, at: number): Promise<void> {
      if (isOut) await begin(source, at);
      else await outages.updateMany({ source, until: null, since: { $lte: at } }, { $set: { until: at } });
      const [oldest] = await outages
        .find({})
        .sort({ since: -1 })
        .skip(OUTAGES_KEPT - 1)
        .limit(1)
        .toArray();
      if (oldest) await outages.deleteMany({ until: { $ne: null }, since: { $lt: oldest.since } });
    },

    async outages(from: number, to: number): Promise<Outage[]> {
      const found = await outages
        .find({ since: { $lte: to }, $or: [{ until: null }, { until: { $gt: from } }] })
        .sort({ since: 1, source: 1 })
        .toArray();
      return found.map(({ source, since, until }) => ({ source, since, until }));
    },
  };
}
