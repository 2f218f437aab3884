import { counter, type ServiceKit } from '@numscope/platform';

/** What became of pictures. */
export interface MeasuredPictures {
  stored(bytes: number): void;
  removed(bytes: number): void;
}

export function measurePictures({ metrics }: Pick<ServiceKit, 'metrics'>): MeasuredPictures {
  const count = (name: string, help: string) => counter(metrics.registry, { name, help });
  const stored = count('numscope_images_stored_total', 'Pictures that were written to the store');
  const storedBytes = count('numscope_images_stored_bytes_total', 'Bytes of those, without their small pictures');
  const removed = count(
    'numscope_images_removed_total',
    'Pictures that were removed, because no profile refers to them',
  );
  const freedBytes = count('numscope_images_freed_bytes_total', 'Bytes of those, with their small pictures');
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
