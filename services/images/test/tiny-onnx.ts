/** A field of a protocol buffer: its number, and a whole number or bytes. */
type Field = readonly [number, number | Uint8Array | string];

const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]);

/** Encodes fields as a protocol buffer (protobuf.dev/programming-guides/encoding). */
const message = (...fields: Field[]): Uint8Array =>
  Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(number << 3), ...varint(value)]);
      const bytes = Buffer.from(value);
      return Buffer.concat([Buffer.from([...varint((number << 3) | 2), ...varint(bytes.length)]), bytes]);
    }),
  );

const INTS = 7;
const FLOAT = 1;
const INT = 2;
/** `TensorProto.DataType.INT64` */
const INT64 = 7;
const int = (name: string, value: number): Uint8Array => message([1, name], [3, value], [20, INT]);
const ints = (name: string, values: readonly number[]): Uint8Array =>
  message([1, name], ...values.map((value): Field => [8, value]), [20, INTS]);
const tensor = (name: string, shape: readonly number[]): Uint8Array => {
  const dimensions = message(...shape.map((size): Field => [1, message([1, size])]));
  return message([1, name], [2, message([1, message([1, FLOAT], [2, dimensions])])]);
};

/** Fails where a value of a picture is 12 or more, as it asks for the number of that place of 12. */
const FRAGILE = [
  message([1, 'in'], [2, 'most'], [4, 'ReduceMax'], [5, int('keepdims', 0)]),
  message([1, 'most'], [2, 'place'], [4, 'Cast'], [5, int('to', INT64)]),
  message([1, 'flat'], [1, 'place'], [2, 'one'], [4, 'Gather'], [5, int('axis', 1)]),
  message([1, 'flat'], [1, 'one'], [2, 'out'], [4, 'Add']),
];
const SOUND = [message([1, 'flat'], [2, 'out'], [4, 'Identity'])];

/**
 * A model as ONNX (onnx.proto): the mean colours of the four quarters of a picture of `side` pixels, which are 12
 * numbers.
 */
export function tinyOnnx(side: number, { isFragile = false } = {}): Uint8Array {
  const half = [side / 2, side / 2];
  const pool = message(
    [1, 'in'],
    [2, 'means'],
    [4, 'AveragePool'],
    [5, ints('kernel_shape', half)],
    [5, ints('strides', half)],
  );
  const flatten = message([1, 'means'], [2, 'flat'], [4, 'Flatten']);
  const graph = message(
    [1, pool],
    [1, flatten],
    ...(isFragile ? FRAGILE : SOUND).map((node): Field => [1, node]),
    [2, 'tiny'],
    [11, tensor('in', [1, 3, side, side])],
    [12, tensor('out', [1, 12])],
  );
  return message([1, 8], [7, graph], [8, message([1, ''], [2, 13])]);
}
