/** What the sources service is told at its start. */
export interface SourcesSettings {
  /** The YAML file that binds sources; need not be there. */
  sourcesFile: string;
  sandbox: boolean;
  /** A folder of its own for imported datasets. */
  dataDir: string;
  /** Hosts that webhooks may call though their addresses are private; none unless said. */
  webhookPrivateHosts?: readonly string[];
  /** How often it is looked for photos that are to be fetched again, in milliseconds; usual unless said. */
  photoLookMs?: number;
  /** Where `${env:NAME}` of the file is looked up. */
  env: Readonly<Record<string, string | undefined>>;
}
