import type { ProfileDetail } from '@numscope/contracts';

type Source = ProfileDetail['sources'][number];

interface OtherItem {
  source: Source;
  network: string;
  /** Which of the source's items of this network it is, from 0. */
  place: number;
  item: Record<string, unknown>;
}

/** What sources know of the person's networks besides the accounts, as DEEPWEB does. */
export const otherItems = (sources: readonly Source[]): OtherItem[] =>
  sources.flatMap((source) =>
    Object.entries(source.profile?.other ?? {}).flatMap(([network, items]) =>
      items.map((item, place) => ({ source, network, place, item })),
    ),
  );
