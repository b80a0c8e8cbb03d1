import type { Router } from 'express';
import { readingReports, readingSearch } from '#server/db/replica.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/audit/audit.contract.ts';
import { exportLog } from './audit.export.service.ts';
import type { AuditPorts } from './audit.ports.ts';
import { auditLog, auditState } from './audit.reading.service.ts';
import { verifyNow } from './audit.verification.service.ts';

/** Routes of the audit log under /api/admin; they only read, and record exports and verifications. */
export function auditAdminRoutes(deps: Platform & AuditPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listAuditLog, 'audit.read', async ({ actor, query, reply }) => {
    const { entries, total } = await auditLog(await readingSearch(deps, query.q), actor, query);
    reply.total(total);
    return entries;
  });
  route(contract.exportAuditLog, 'audit.read', async ({ actor, query }) =>
    exportLog(await readingReports(deps), actor, query),
  );
  route(contract.auditState, 'audit.read', () => auditState(deps));
  route(contract.verifyAuditLog, 'audit.read', ({ actor }) => verifyNow(deps, actor));
  return router;
}
