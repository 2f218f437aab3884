import type { EventBus, ServiceClient, ServiceKit } from '@numscope/platform';
import type { ReadSourcesFile } from './config/load-sources-file.ts';
import type { SourcesSettings } from './settings.ts';
import type { SourceStore } from './store/source-store.port.ts';

/** What the sources service needs from the process that runs it. */
export interface SourcesDeps {
  kit: ServiceKit;
  bus: EventBus;
  /** Puts photos into images. */
  client: ServiceClient;
  store: SourceStore;
  settings: SourcesSettings;
  /** The sources file, where it was read already: it is not read again until it changes. */
  sourcesFile?: ReadSourcesFile;
}
