export { type KafkaAddress, parseKafkaUrl } from './kafka-url.ts';
export { type KafkaBusOptions, openKafkaBus } from './kafka-bus.ts';
