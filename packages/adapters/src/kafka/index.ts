export { type GroupPlaces, type KafkaGroups, openKafkaGroups } from './groups.ts';
export { type KafkaAddress, parseKafkaUrl } from './kafka-url.ts';
export { openKafkaBus } from './kafka-bus.ts';
