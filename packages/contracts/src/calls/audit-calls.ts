import * as z from 'zod';
import * as audit from '../audit/audit.ts';
import { exportPurpose } from '../schemas/values.ts';
import { describedAs } from '../schemas/described.ts';
import { limits } from '../limits.ts';
import { call } from './call.ts';

const ofEverybody = { service: 'audit', access: 'signed-in', module: null, audit: 'AUDIT' } as const;
const ofAdministrators = { service: 'audit', access: 'ADMIN', module: null } as const;

/** The audit trail. */
export const auditCalls = {
  searchAudit: call({
    method: 'POST',
    path: '/api/audit/search',
    ...ofEverybody,
    costly: true,
    body: audit.AuditFilter,
    answer: audit.AuditPage,
    reads: true,
    summary: 'Search the audit trail',
  }),
  exportAudit: call({
    method: 'POST',
    path: '/api/audit/export/{type}',
    ...ofEverybody,
    exports: true,
    costly: true,
    params: z.object({ type: describedAs(z.string(), z.enum(['csv', 'json'])) }),
    query: z.object(exportPurpose),
    body: audit.AuditExportFilter,
    returns: 'stream',
    mediaTypes: ['text/csv', 'application/json'],
    answer: z.unknown(),
    reads: true,
    summary: 'Export the audit trail as csv or json',
  }),
  auditEntry: call({
    method: 'GET',
    path: '/api/audit/entries/{id}',
    ...ofEverybody,
    params: z.object({ id: z.string().min(1).max(limits.filterChars) }),
    answer: audit.AuditEntryShown,
    summary: 'One entry of the audit trail, and where it stands in the chain',
  }),
  auditChain: call({
    method: 'GET',
    path: '/api/audit/chain',
    ...ofAdministrators,
    audit: 'AUDIT',
    costly: true,
    answer: audit.ChainState,
    summary: 'Check the audit chain against its hashes and its signed checkpoints',
  }),
  auditCheckProgress: call({
    method: 'GET',
    path: '/api/audit/chain/progress',
    ...ofAdministrators,
    answer: audit.CheckUnderWay,
    summary: 'How far the check of the audit chain that is under way has come',
  }),
  auditTrail: call({
    method: 'GET',
    path: '/api/audit/trail',
    ...ofAdministrators,
    audit: 'AUDIT',
    answer: audit.TrailState,
    summary: 'The last checkpoint and the last check of the audit chain, and what its retention removes next',
  }),
};
