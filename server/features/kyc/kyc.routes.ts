import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/kyc/kyc.contract.ts';
import { readStatus } from './kyc.service.ts';
import { submitDocuments } from './kyc.submission.service.ts';

/** Identity verification of the signed-in user. */
export function kycRoutes(deps: Platform): Router {
  const { router, route } = createRoutes(deps);
  route(contract.kycStatus, 'customer', ({ actor }) => readStatus(deps, actor));
  route(contract.submitKyc, 'customer', ({ actor, body: claims, files, idempotency }) => {
    const [front] = files.document;
    const [back] = files.documentBack;
    const [selfie] = files.selfie;
    return submitDocuments(deps, actor, { claims, front, back, selfie, idempotency });
  });
  return router;
}
