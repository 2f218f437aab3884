import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tinyOnnx } from './tiny-onnx.ts';

const page = {
  id: 'tiny',
  file: 'tiny.onnx',
  input: 'input: { side: 32, cut: arcface }',
  length: 12,
  threshold: 1.2,
  errors: 'errors: { falseMatch: 0.01, falseNonMatch: 0.02, pairs: 6000, source: https://example.com/test }',
};

/** A new folder with an operator's model, for the setting FACE_MODEL; whoever asks for it removes it. */
export function tinyModelFolder(
  own: Partial<typeof page> & { more?: string },
  model: Uint8Array = tinyOnnx(32),
): string {
  const { id, file, input, length, threshold, errors } = { ...page, ...own };
  const folder = mkdtempSync(join(tmpdir(), 'numscope-model-'));
  writeFileSync(join(folder, 'tiny.onnx'), model);
  writeFileSync(
    join(folder, 'model.yaml'),
    `id: ${id}\nfile: ${file}\n${input}\nlength: ${length}\nthreshold: ${threshold}\n${errors}\n${own.more ?? ''}`,
  );
  return folder;
}
