import { describe, expect, it } from '@jest/globals';
import { parseKafkaUrl } from '@numscope/adapters/kafka';

describe('the address of Kafka', () => {
  it('names brokers, and a prefix and partitions where wanted', () => {
    expect(parseKafkaUrl('kafka://a:9092,b.example:9093')).toEqual({
      brokers: ['a:9092', 'b.example:9093'],
      secure: false,
      prefix: '',
      partitions: null,
    });
    expect(parseKafkaUrl('kafka+ssl://[::1]:9092/?prefix=test.&partitions=16')).toEqual({
      brokers: ['[::1]:9092'],
      secure: true,
      prefix: 'test.',
      partitions: 16,
    });
  });

  it.each([
    ['amqp://a:1', 'it does not begin with kafka:// or kafka+ssl://, or has a path'],
    ['kafka://a:1/topic', 'it does not begin with kafka:// or kafka+ssl://, or has a path'],
    ['kafka://', 'it names no broker'],
    ['kafka://a:9092,b', 'its broker 2 is not host:port'],
    ['kafka://a:70000', 'its broker 1 is not host:port'],
    ['kafka://a:1?prefix=a/b', 'prefix may have'],
    ['kafka://a:1?partitions=0', 'partitions must be from 1 to 1000'],
    ['kafka://a:1?partitions=many', 'partitions must be from 1 to 1000'],
    ['kafka://a:1?retention=1', 'nothing is known of its setting retention'],
  ])('%s is refused: %s', (url, reason) => {
    expect(() => parseKafkaUrl(url)).toThrow(`the address of the bus is not right: ${reason}`);
  });

  it('does not repeat a password', () => {
    expect(() => parseKafkaUrl('kafka://me:hunter2@a:1')).toThrow(
      /^(?!.*hunter2).*it has a user; that is BUS_USERNAME/,
    );
  });
});
