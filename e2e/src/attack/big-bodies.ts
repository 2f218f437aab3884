const BYTES = 1_000_000;

const filled = (begin: string, item: (index: number) => string, end: string): string => {
  const items: string[] = [];
  for (let length = 0; length < BYTES;) {
    const one = item(items.length);
    items.push(one);
    length += one.length + 1;
  }
  return `${begin}${items.join(',')}${end}`;
};
const nested = (open: string, close: string): string => {
  const depth = Math.floor(BYTES / (open.length + close.length));
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
};

/** A body of about a megabyte of every kind that JSON has, by its name. */
export const bigBodies: ReadonlyMap<string, string> = new Map([
  ['a text', JSON.stringify('x'.repeat(BYTES))],
  ['a text of odd letters', JSON.stringify('\u0001\ud800"ж'.repeat(BYTES / 17))],
  ['a number', '9'.repeat(BYTES)],
  ['numbers', filled('[', String, ']')],
  ['texts', filled('[', (index) => `"item ${index}"`, ']')],
  ['an object', filled('{', (index) => `"m${index}":1`, '}')],
  ['the fields of a login', filled('{"username":["', () => 'x', '"],"password":{"a":1}}')],
  ['a long user name', `{"username":"${'u'.repeat(BYTES)}","password":"p"}`],
  ['deep lists', nested('[', ']')],
  ['deep objects', nested('{"a":', '}')],
  ['a mix', filled('[', (index) => `{"a":[${index},{"b":[null,true,"${'y'.repeat(index % 50)}"]}]}`, ']')],
]);
