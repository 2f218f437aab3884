import { channel } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@numscope/platform';
import { testEngine } from '@numscope/testing';
import { TcpProxy } from '@numscope/testing/tcp-proxy';
import mongoose from 'mongoose';

/** Together more than what both ends of a connection keep for a reader that does not come. */
const LARGE = Array.from({ length: 3 }, () => 'x'.repeat(15_000_000));

/** What Node.js tells of each socket of a client. */
const madeSockets = channel('net.client.socket');
const sockets = new Set<Socket>();
const keep = (made: unknown): void => {
  if (typeof made === 'object' && made !== null && 'socket' in made && made.socket instanceof Socket)
    sockets.add(made.socket);
};

let way: TcpProxy;
let client: mongoose.mongo.MongoClient;
let database: mongoose.mongo.Db;

beforeEach(async () => {
  madeSockets.subscribe(keep);
  const { hostname, port } = new URL(testEngine('mongodb'));
  way = await TcpProxy.before(hostname, Number(port));
  client = new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${way.port}/?directConnection=true`, {
    socketTimeoutMS: 1000,
    retryWrites: false,
  });
  database = client.db(`test_${newId()}`);
  await database.command({ ping: 1 });
});
afterEach(async () => {
  madeSockets.unsubscribe(keep);
  sockets.clear();
  await client.close();
  await way.close();
});

// Without our patch of the driver neither settled: a socket that is closed does not drain.
test('a write that the server stopped to read ends with its connection', async () => {
  way.block();
  await expect(database.collection('large').insertMany(LARGE.map((text) => ({ text })))).rejects.toThrow('timed out');
  way.open();
  await database.dropDatabase();
});

test('a command fails whose connection goes just then', async () => {
  const ours = [...sockets].filter(({ remotePort }) => remotePort === way.port);
  expect(ours.length).toBeGreaterThan(0);
  for (const socket of ours) socket.destroy();
  await expect(database.command({ ping: 1 })).rejects.toThrow('closed');
  expect(await database.command({ ping: 1 })).toMatchObject({ ok: 1 });
});
