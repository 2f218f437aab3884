import { readContent } from '@numscope/platform/packed-documents';
import { facetKeys } from './facet-writer.ts';
import { documentText } from './tokens.ts';

/** What the index keeps of a document's content. */
export interface IndexedContent {
  /** All tokens but those of its own number, which `hasOwnTerm` tells of. */
  tokens: string;
  hasOwnTerm: boolean;
  name: string;
  confidence: number;
  /** As `facetKeys` makes them. */
  counted: readonly string[];
}

const MOST = 500;
/** Longer ones are of people, of whom no two are alike. */
const LONGEST = 600;

function indexedOf(content: string): IndexedContent {
  const { terms, facets, sort } = readContent(content);
  return {
    tokens: documentText({ terms }),
    hasOwnTerm: terms.phone?.includes(null) ?? false,
    name: sort.name,
    confidence: sort.confidence,
    counted: facetKeys(facets ? { facets } : {}),
  };
}

/** Reads the contents of documents, and remembers the last few hundred: numbers that only the numbering plan knows are many, and few differ. */
export class KnownContents {
  #known = new Map<string, IndexedContent>();

  /** @param content as `contentText` makes it */
  read(content: string): IndexedContent {
    const known = this.#known.get(content);
    if (known !== undefined) return known;
    const indexed = indexedOf(content);
    if (content.length > LONGEST) return indexed;
    if (this.#known.size === MOST) this.#known = new Map();
    this.#known.set(content, indexed);
    return indexed;
  }
}
