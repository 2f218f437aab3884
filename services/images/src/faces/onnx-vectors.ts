import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { builtInModel } from './built-in-model.ts';
import type { OwnModel } from './own-model.ts';

/** What a model makes of a face that was cut out, RGB. */
export type Vectors = (face: Uint8Array) => Promise<Float32Array>;

const three = (value: number | [number, number, number]): [number, number, number] =>
  typeof value === 'number' ? [value, value, value] : value;

function inputOf(face: Uint8Array, { side, colours, layout, mean, scale }: OwnModel['page']['input']): Tensor {
  const [means, scales] = [three(mean), three(scale)];
  const pixels = side * side;
  const values = new Float32Array(pixels * 3);
  for (let pixel = 0; pixel < pixels; pixel++)
    for (let channel = 0; channel < 3; channel++) {
      const colour = colours === 'RGB' ? channel : 2 - channel;
      const value = ((face[pixel * 3 + colour] ?? 0) - (means[channel] ?? 0)) / (scales[channel] ?? 1);
      values[layout === 'NCHW' ? channel * pixels + pixel : pixel * 3 + channel] = value;
    }
  return new Tensor('float32', values, layout === 'NCHW' ? [1, 3, side, side] : [1, side, side, 3]);
}

/**
 * Brought to length 1 and then to the built-in model's scale, in which its own threshold lies at the same distance: so
 * that one similarity means the same of any model.
 */
function scaled(vector: Float32Array, threshold: number): Float32Array {
  const length = Math.hypot(...vector);
  const factor = (1 - builtInModel.threshold) / threshold / (length || 1);
  return vector.map((value) => value * factor);
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Loads an operator's model and tries it. Runs in a thread.
 * @throws Error when it cannot be loaded, is not what the start read, or does not make of one face a vector of the length
 *   that its page says
 */
export async function openOnnx({ file, sha256, page }: OwnModel): Promise<Vectors> {
  const session = await InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  // After it was loaded, so that one that changes meanwhile is not taken either: its vectors are not to be compared with the others.
  if ((await sha256Of(file)) !== sha256)
    throw new Error(`${page.file} has changed since the start; start again to look by the new one`);
  const [input] = session.inputNames;
  const [output] = session.outputNames;
  if (input === undefined || output === undefined) throw new Error('the model has no input or no output');
  const vectors: Vectors = async (face) => {
    const answer = await session.run({ [input]: inputOf(face, page.input) });
    const data = answer[output]?.data;
    if (!(data instanceof Float32Array)) throw new Error('the model does not answer with 32-bit numbers');
    if (data.length !== page.length)
      throw new Error(`the model makes ${data.length} numbers of a face, its page says ${page.length}`);
    return scaled(data, page.threshold);
  };
  await vectors(new Uint8Array(page.input.side ** 2 * 3));
  return vectors;
}
