const summary = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?/g;
/** Who may make it, what the audit keeps of it, and that it is costly: rules of the server. */
const rules =
  /\b(?:services|unrecorded|aliases):\s*\[[^\]]*\],?|\b(?:access|audit|module|scope|service): (?:'[\w-]+'|null),?|\b(?:costly|reads|head|repeatable): (?:true|false),?/g;
/** A declaration as it stands in `packages/contracts/src/calls/`: two blanks before its name and its end. */
const declaration = /^ {2}\w+: call\(\{\n[^]*?^ {2}\}\),\n/gm;

/** No page can make them. */
const ofServices = /\baccess: 'service'|\.\.\.ofAuth\b/;

/**
 * A loader for the declarations of calls: what each does is told by the API's description, which the server makes; those
 * of our own services no page can make; and some rules are the server's alone. All of that together is 3 KB of each page.
 * @public rspack takes it by the file's name
 */
export default function slimCalls(source: string): string {
  return source
    .replaceAll(declaration, (call) => (ofServices.test(call) ? '' : call))
    .replaceAll(summary, '')
    .replaceAll(rules, '');
}
