/**
 * How each topic is laid out: number of partitions. Order holds per key, within a partition. One partition where order
 * is global. In a file of its own, because threads that keep events should not load the schemas.
 */
export const topicPartitions = {
  'job.created': 1,
  'job.status-changed': 1,
  'job.changed': 1,
  'phone.requested': 8,
  'phone.resolved': 8,
  'profile.updated': 8,
  'profile.deleted': 1,
  'source.state': 1,
  'image.stored': 4,
  'image.faces': 4,
  'audit.logged': 1,
  'audit.checkpoint': 1,
  'user.changed': 1,
} as const;

export type Topic = keyof typeof topicPartitions;
