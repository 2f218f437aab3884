import { readFileSync } from 'node:fs';

const composeFile = new URL('../../../../docker-compose.yml', import.meta.url);

/**
 * The image of a service of docker-compose.yml, so that tests run against the versions that are run.
 * @throws Error when there is none
 */
export function composeImage(service: string, text = readFileSync(composeFile, 'utf8')): string {
  const [, image] = new RegExp(`^ {2}${service}:\\n(?: {4}.*\\n)*? {4}image: (\\S+)$`, 'm').exec(text) ?? [];
  if (!image) throw new Error(`docker-compose.yml names no image of ${service}`);
  return image;
}
