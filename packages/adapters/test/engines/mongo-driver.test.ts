import { expect, test } from '@jest/globals';
import { newId } from '@numscope/platform';
import { testEngine } from '@numscope/testing';
import { TcpProxy } from '@numscope/testing/tcp-proxy';
import mongoose from 'mongoose';

/** Together more than what both ends of a connection keep for a reader that does not come. */
const LARGE = Array.from({ length: 3 }, () => 'x'.repeat(15_000_000));

/** Without our patch of the driver this never settled: a socket that is closed does not drain. */
test('a write that the server stopped to read ends with its connection', async () => {
  const { hostname, port } = new URL(testEngine('mongodb'));
  const way = await TcpProxy.before(hostname, Number(port));
  const client = new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${way.port}/?directConnection=true`, {
    socketTimeoutMS: 1000,
    retryWrites: false,
  });
  const database = client.db(`test_${newId()}`);
  try {
    await database.command({ ping: 1 });
    way.block();
    await expect(database.collection('large').insertMany(LARGE.map((text) => ({ text })))).rejects.toThrow('timed out');
    way.open();
    await database.dropDatabase();
  } finally {
    await client.close();
    await way.close();
  }
});
