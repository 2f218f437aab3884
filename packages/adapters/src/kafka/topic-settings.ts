import type { Logger } from '@numscope/platform';
// Node.js does not see these two among the names that the package exports.
import kafkajs, { type Admin } from 'kafkajs';

const { ConfigResourceTypes, ConfigSource } = kafkajs;

/** By their names at Kafka: https://kafka.apache.org/documentation/#topicconfigs */
export type TopicSettings = Readonly<Record<string, string>>;

/** Made by a version before: what was erased would stay as long as everything else. */
const isMissing = (name: string, wanted: string, own: string | undefined): boolean =>
  name === 'cleanup.policy' ? wanted.includes('compact') && !own?.includes('compact') : own === undefined;

/**
 * Sets what topics need and have no value of their own for; a value that somebody gave a topic stays, but for a cleanup
 * policy without compaction where that is needed.
 * @param wanted settings by the topic's name at Kafka
 * @returns the settings as they are now, also those that a topic has from its broker
 */
export async function mendTopics(
  admin: Admin,
  wanted: ReadonlyMap<string, TopicSettings>,
  log: Logger,
): Promise<ReadonlyMap<string, TopicSettings>> {
  const type = ConfigResourceTypes.TOPIC;
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [...wanted.keys()].map((name) => ({ type, name })),
  });
  const found = new Map<string, TopicSettings>();
  const changed = [];
  for (const { resourceName, configEntries } of resources) {
    const all = configEntries.map(({ configName, configValue }) => [configName, configValue] as const);
    const own = Object.fromEntries(
      configEntries
        .filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG)
        .map(({ configName, configValue }) => [configName, configValue]),
    );
    const missing = Object.fromEntries(
      Object.entries(wanted.get(resourceName) ?? {}).filter(([name, value]) => isMissing(name, value, own[name])),
    );
    // Kafka takes no longest lag below the shortest, which an operator may have set.
    const shortest = Number(own['min.compaction.lag.ms'] ?? 0);
    if (Number(missing['max.compaction.lag.ms'] ?? Infinity) < shortest)
      missing['max.compaction.lag.ms'] = String(shortest);
    found.set(resourceName, { ...Object.fromEntries(all), ...missing });
    if (Object.keys(missing).length === 0) continue;
    // The call takes all that a topic is to have of its own: what is left out falls back to the broker's.
    const entries = Object.entries({ ...own, ...missing }).map(([name, value]) => ({ name, value }));
    changed.push({ type, name: resourceName, configEntries: entries });
    log.info({ topic: resourceName, settings: missing }, 'a topic got settings that it had not');
  }
  if (changed.length > 0) await admin.alterConfigs({ validateOnly: false, resources: changed });
  return found;
}
