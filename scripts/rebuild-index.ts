// `npm run rebuild-index`: makes the search index anew from the profiles, beside the running services.
import '../services/profiles/src/rebuild.ts';
