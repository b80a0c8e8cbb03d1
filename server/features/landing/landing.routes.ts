import type { Router } from 'express';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/landing/landing.contract.ts';
import { manifestFile, robotsFile, securityContactFile, sitemapFile } from './landing.files.service.ts';

/** The files for search engines, and for devices that install the product. */
export function landingRoutes(deps: Platform & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.getSitemap, 'public', () => sitemapFile(deps));
  route(contract.getRobots, 'public', () => robotsFile(deps));
  route(contract.getManifest, 'public', ({ request }) => manifestFile(deps, request.language));
  route(contract.getSecurityContact, 'public', () => securityContactFile(deps));
  return router;
}
