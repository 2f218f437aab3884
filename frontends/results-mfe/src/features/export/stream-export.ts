import { exportMediaTypes, type ExportFormat, type ProfileFilter } from '@numscope/contracts';
import { callStream, type SaidPurpose } from '@numscope/ui';
import { CheckedLines } from './checked-lines.ts';

/** How far a streamed export is. `profiles` null: its format does not tell before its end. */
export interface Streamed {
  bytes: number;
  profiles: number | null;
}

/** The export broke off, or came other than it was sent. */
export class BrokenExport extends Error {
  override name = 'BrokenExport';
}

interface StreamOrder {
  format: ExportFormat;
  said: SaidPurpose;
  filters: ProfileFilter['filters'];
  signal: AbortSignal;
  onBytes: (streamed: Streamed) => void;
}

/**
 * Reads a streamed export to its end. Of jsonl, whose last line says so, count and SHA-256 are checked; those of the other
 * formats stand in an HTTP trailer, which no browser shows to a page: of them the transport tells whether they came whole.
 * @throws ApiFailure when refused, AbortError when stopped, BrokenExport
 */
export async function streamExport({
  format,
  said,
  filters,
  signal,
  onBytes,
}: StreamOrder): Promise<{ blob: Blob; streamed: Streamed }> {
  const { body } = await callStream(
    'exportProfileStream',
    { query: { format, ...said }, body: { filters } },
    { signal },
  );
  if (body === null) throw new BrokenExport();
  const checked = format === 'jsonl' ? new CheckedLines() : null;
  const parts: BlobPart[] = [];
  let bytes = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      if (signal.aborted) throw cause;
      throw new BrokenExport(undefined, { cause });
    });
    if (done) break;
    parts.push(value);
    bytes += value.length;
    checked?.add(value);
    onBytes({ bytes, profiles: checked?.profiles ?? null });
  }
  const profiles = checked?.end();
  if (profiles === null) throw new BrokenExport();
  return { blob: new Blob(parts, { type: exportMediaTypes[format] }), streamed: { bytes, profiles: profiles ?? null } };
}
