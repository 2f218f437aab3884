import { XMLParser, XMLValidator } from 'fast-xml-parser';

const DEPTH = 64;

const parser = new XMLParser({
  ignoreAttributes: false,
  // Names that an expression may hold without quotes.
  attributeNamePrefix: '_',
  textNodeName: '_text',
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Nothing is guessed to be a number: phones would lose their noughts.
  parseTagValue: false,
  parseAttributeValue: false,
  maxNestedTags: DEPTH,
  // The five of XML itself and those by number; a document type, which could tell of others, is refused before.
  processEntities: true,
  htmlEntities: true,
});

/**
 * A document as plain values: an element with text alone is that text, others are objects of their children; those of
 * one name that stand together are a list. Attributes have `_` before their names, text beside them is `_text`.
 * Namespaces' prefixes are left out.
 * @throws Error when it is not well-formed, has a document type, or is nested deeper than 64
 */
export function readXml(text: string): unknown {
  if (/<!DOCTYPE/i.test(text)) throw new Error('a document type is not taken');
  if (XMLValidator.validate(text) !== true) throw new Error('not well-formed');
  return parser.parse(text) as unknown;
}
