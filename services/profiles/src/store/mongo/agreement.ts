import type { Collection } from '@numscope/adapters/mongo';
import type { AgreementCounts, StatisticsRange } from '@numscope/contracts';
import { agreementCounts, DAY_MS, sumOfCounts } from '../agreement-counts.ts';
import type { PhoneDocument } from './phone-documents.ts';

interface Group {
  _id: { country: string; at: number };
  agreed: number;
  contradicted: number;
}

const one = (field: string) => ({ $sum: { $cond: [`$verdicts.${field}`, 1, 0] } });

/** How a source stands in the profiles: counted from the documents, so that no crash makes it drift. */
export async function countAgreement(
  documents: Collection<PhoneDocument>,
  source: string,
  { from, to, span }: StatisticsRange,
): Promise<AgreementCounts> {
  const groups = await documents
    .aggregate<Group>([
      { $match: { found: true, 'verdicts.source': source } },
      { $unwind: '$verdicts' },
      { $match: { 'verdicts.source': source } },
      {
        $group: {
          _id: { country: '$country', at: '$verdicts.at' },
          agreed: one('agreed'),
          contradicted: one('contradicted'),
        },
      },
    ])
    .toArray();
  const rows = groups
    .map(({ _id: { country, at }, agreed, contradicted }) => ({
      country,
      at: span === 'DAY' ? Math.floor(at / DAY_MS) * DAY_MS : at,
      agreed,
      contradicted,
    }))
    .filter(({ at }) => at >= from && at < to);
  return agreementCounts(rows, sumOfCounts(groups));
}
