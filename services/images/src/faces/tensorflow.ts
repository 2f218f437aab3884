import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as tf from '@tensorflow/tfjs-core';
import * as wasm from '@tensorflow/tfjs-backend-wasm';

const require = createRequire(import.meta.url);
const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));

// face-api calls these as methods of tensors, which the core has only in its build for browsers.
const byMethod = {
  as1D: (it: tf.Tensor) => tf.reshape(it, [it.size]),
  as2D: (it: tf.Tensor, ...shape: [number, number]) => tf.reshape(it, shape),
  as3D: (it: tf.Tensor, ...shape: [number, number, number]) => tf.reshape(it, shape),
  as4D: (it: tf.Tensor, ...shape: [number, number, number, number]) => tf.reshape(it, shape),
  toFloat: (it: tf.Tensor) => tf.cast(it, 'float32'),
  toInt: (it: tf.Tensor) => tf.cast(it, 'int32'),
  div: tf.div,
  mul: tf.mul,
  sub: tf.sub,
  mean: tf.mean,
};
for (const [name, operation] of Object.entries<(it: tf.Tensor, ...others: never[]) => tf.Tensor>(byMethod))
  Object.defineProperty(tf.Tensor.prototype, name, {
    value(this: tf.Tensor, ...others: never[]) {
      return operation(this, ...others);
    },
  });

/** Where the models of face-api lie on the disk. */
export const modelsDir = join(folderOf('@vladmandic/face-api'), 'model');

/** Makes TensorFlow.js ready to compute, by its WebAssembly on the disk: nothing is fetched. */
export async function openTensorflow(): Promise<void> {
  wasm.setWasmPaths(`${join(folderOf('@tensorflow/tfjs-backend-wasm'), 'dist')}/`);
  await tf.setBackend('wasm');
  await tf.ready();
}
