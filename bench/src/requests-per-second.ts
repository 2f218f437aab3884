import autocannon from 'autocannon';

const SECONDS = 3;

/** How many requests a second are answered over that many connections, all of them well. */
export async function requestsPerSecond(
  url: string,
  connections: number,
  headers: Record<string, string> = {},
): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}
