import { counter, type ServiceKit } from '@numscope/platform';

/** What became of pictures. */
export interface MeasuredPictures {
  stored(bytes: number): void;
  removed(bytes: number): void;
}

export function measurePictures({ metrics }: Pick<ServiceKit, 'metrics'>): MeasuredPictures {
  const { registry } = metrics;
  const stored = counter(registry, {
    name: 'numscope_images_stored_total',
    help: 'Pictures that were written to the store',
  });
  const storedBytes = counter(registry, {
    name: 'numscope_images_stored_bytes_total',
    help: 'Bytes of those, without their small pictures',
  });
  const removed = counter(registry, {
    name: 'numscope_images_removed_total',
    help: 'Pictures that were removed, because no profile refers to them',
  });
  const freedBytes = counter(registry, {
    name: 'numscope_images_freed_bytes_total',
    help: 'Bytes of those, with their small pictures',
  });
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
