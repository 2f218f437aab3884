// Imported by whatever is loaded with the first calls: the content security policy forbids making code of text, which zod would
// otherwise try when it first parses an answer.
import * as z from 'zod';

z.config({ jitless: true });
