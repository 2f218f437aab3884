import { type Call, calls, pathsOf } from '@numscope/contracts';

interface CallPath {
  path: string;
  /** Without a parameter. */
  isLiteral: boolean;
  methods: string[];
  match: RegExp;
}

const outside: readonly Call[] = Object.values(calls).filter((call: Call) => call.access !== 'service');
const callPaths = outside.flatMap((call) =>
  pathsOf(call).map((path): CallPath => ({
    path,
    isLiteral: !path.includes('{'),
    methods: call.head ? [call.method, 'HEAD'] : [call.method],
    match: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  })),
);

const methodsOf = (paths: readonly CallPath[]): string[] => [...new Set(paths.flatMap(({ methods }) => methods))];

/**
 * The methods with which some call answers at this path. A path that a call names letter by letter is that call's, and
 * no parameter of another.
 */
export function callMethodsAt(path: string): string[] {
  const fitting = callPaths.filter(({ match }) => match.test(path));
  const literal = fitting.filter(({ isLiteral }) => isLiteral);
  return methodsOf(literal.length > 0 ? literal : fitting);
}

/** For each literal path the methods with which it would be taken for a parameter of another call. */
export function mistakenPaths(): Array<{ path: string; methods: string[] }> {
  const literals = [...new Set(callPaths.filter(({ isLiteral }) => isLiteral).map(({ path }) => path))];
  return literals.flatMap((path) => {
    const own = callMethodsAt(path);
    const methods = methodsOf(callPaths.filter(({ match }) => match.test(path))).filter(
      (method) => !own.includes(method),
    );
    return methods.length > 0 ? [{ path, methods }] : [];
  });
}
