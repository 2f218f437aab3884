import { type Call, type CallName, calls, pathsOf } from '@numscope/contracts';
import * as z from 'zod';

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
});

/** One operation of the product's OpenAPI document, and the call of the table that it describes. */
export interface Operation {
  operationId: string;
  method: string;
  /** As the document has it, with `{name}` for parameters. */
  path: string;
  name: CallName | null;
}

const shapeOf = (method: string, path: string): string => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;

const nameByShape = new Map<string, CallName>(
  Object.entries(calls).flatMap(([name, call]: [string, Call]) =>
    pathsOf(call).map((path) => [shapeOf(call.method, path), name as CallName] as const),
  ),
);

/** Every operation of the document that the product itself hands out. */
export async function operationsOf(url: string): Promise<Operation[]> {
  const answer = await fetch(`${url}/api/openapi.json`);
  const { paths } = Document.parse(await answer.json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, { operationId }]) => {
      const method = verb.toUpperCase();
      return { operationId, method, path, name: nameByShape.get(shapeOf(method, path)) ?? null };
    }),
  );
}
