// Before any schema is made: a page's content security policy forbids making code of text, which zod would otherwise try.
import * as z from 'zod';

z.config({ jitless: true });
