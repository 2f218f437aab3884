import { counter, type ServiceKit } from '@numscope/platform';

/** What became of pictures. */
export interface MeasuredPictures {
  stored(bytes: number): void;
  removed(bytes: number): void;
}

export function measurePictures({ metrics }: Pick<ServiceKit, 'metrics'>): MeasuredPictures {
  const count = (what: string, help: string) =>
    counter(metrics.registry, { name: `numscope_images_${what}_total`, help });
  const stored = count('stored', 'Pictures that were written to the store');
  const storedBytes = count('stored_bytes', 'Bytes of those, without their small pictures');
  const removed = count('removed', 'Pictures that were removed, because no profile refers to them');
  const freedBytes = count('freed_bytes', 'Bytes of those, with their small pictures');
  return {
    stored(bytes) {
      stored.inc();
      storedBytes.inc(bytes);
    },
    removed(bytes) {
      removed.inc();
      freedBytes.inc(bytes);
    },
  };
}
