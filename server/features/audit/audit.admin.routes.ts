import { Router } from 'express';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/audit/audit.contract.ts';
import { exportLog } from './audit.export.service.ts';
import type { AuditPorts } from './audit.ports.ts';
import { auditLog, auditState } from './audit.reading.service.ts';

type Deps = Platform & AuditPorts;

/** /api/admin routes of the audit log; read-only but for the record of an export. */
export function auditAdminRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.listAuditLog, ({ query }) => auditLog(deps, query));
  route(router, deps, contract.exportAuditLog, ({ actor, query }) => exportLog(deps, actor, query));
  route(router, deps, contract.auditState, () => auditState(deps));
  return router;
}
