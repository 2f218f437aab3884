/** How users show Kafka who they are (https://kafka.apache.org/documentation/#security_sasl). */
export type SaslMechanism = 'scram-sha-512' | 'scram-sha-256' | 'plain';

/** As whom an engine is used, and whom it is believed to be. What is null was not set. */
export interface EngineAccess {
  username: string | null;
  password: string | null;
  /** Certificates of the authorities that the engine's own is signed by, PEM; null: those that Node.js knows. */
  ca: string | null;
  /** A certificate of the product's own, with its chain, for an engine that asks for one, and its key; PEM. */
  cert: string | null;
  key: string | null;
  /** Of Kafka alone. */
  saslMechanism: SaslMechanism;
}

export const noAccess: EngineAccess = {
  username: null,
  password: null,
  ca: null,
  cert: null,
  key: null,
  saslMechanism: 'scram-sha-512',
};

/** What Node.js takes for a connection by TLS. */
export const tlsOptionsOf = ({ ca, cert, key }: EngineAccess): { ca?: string; cert?: string; key?: string } => ({
  ...(ca === null ? {} : { ca }),
  ...(cert === null ? {} : { cert }),
  ...(key === null ? {} : { key }),
});
