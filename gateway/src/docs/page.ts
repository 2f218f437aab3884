import { type Call, calls, errorCatalogue, pathsOf, productName, productVersion } from '@numscope/contracts';
import type * as z from 'zod';
import { jsonSchema } from './json-schema.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

const who: Readonly<Record<Call['access'], string>> = {
  public: 'everybody',
  'signed-in': 'any signed-in user',
  ADMIN: 'administrators',
  service: '',
};

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
  h2 { margin-top: 2.5rem; text-transform: capitalize; }
  details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .5rem 0; }
  summary { cursor: pointer; display: grid; grid-template-columns: 4.5rem 1fr; gap: .75rem; }
  code, pre { font: 13px/1.5 ui-monospace, monospace; }
  pre { overflow-x: auto; padding: .75rem; background: color-mix(in srgb, currentColor 8%, transparent); }
  td { padding: .15rem 1rem .15rem 0; vertical-align: top; }
`;

const schemaText = (schema: z.ZodType, io: 'input' | 'output'): string =>
  html(JSON.stringify(jsonSchema(schema, io), null, 2));

function callText(call: Call): string {
  const parts: Array<[string, z.ZodType | undefined, 'input' | 'output']> = [
    ['In the path', call.params, 'input'],
    ['In the query', call.query, 'input'],
    ['Form fields', call.form, 'input'],
    ['Body', call.body, 'input'],
    ['Answer', call.status === 204 || (call.returns ?? 'json') !== 'json' ? undefined : call.answer, 'output'],
  ];
  const shown = parts.flatMap(([title, schema, io]) =>
    schema ? [`<h4>${title}</h4><pre>${schemaText(schema, io)}</pre>`] : [],
  );
  const twins = pathsOf(call)
    .slice(1)
    .map((path) => `<code>${html(path)}</code>`);
  return `<details><summary><code>${call.method}</code><span><code>${html(call.path)}</code><br>${html(call.summary)}</span></summary>
    <p>For ${who[call.access]}${call.module ? ` with the module ${call.module}` : ''}; answers ${call.status ?? 200}${
      (call.returns ?? 'json') === 'json' ? '' : ' with a stream'
    }.${twins.length > 0 ? ` Also at ${twins.join(', ')}.` : ''}</p>${shown.join('')}</details>`;
}

/** A page to read the API at: no script, nothing loaded from anywhere. */
export function docsPage(): string {
  const outside: Call[] = Object.values(calls).filter((call: Call) => call.access !== 'service');
  const services = [...new Set(outside.map((call) => call.service))];
  const sections = services.map(
    (service) =>
      `<section><h2>${service}</h2>${outside
        .filter((call) => call.service === service)
        .map(callText)
        .join('')}</section>`,
  );
  const faults = Object.entries(errorCatalogue).map(
    ([code, { status, message }]) =>
      `<tr><td>${status}</td><td><code>${code}</code></td><td>${html(message)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${productName} API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style nonce="__CSP_NONCE__">${style}</style></head><body>
<h1>${productName} API <small>${productVersion}</small></h1>
<p>Every call but the public ones carries <code>Authorization: Bearer &lt;token&gt;</code> from <code>POST /api/auth/login</code>,
or an API key from <code>POST /api/auth/key</code>, which begins with <code>nsk_</code>.
The same for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
<section><h2>Errors</h2><table>${faults.join('\n')}</table></section></body></html>`;
}
