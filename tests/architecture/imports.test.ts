import * as sides from './imports.ts';
import { testRule } from './rule.ts';

testRule('shared imports neither side, and the two sides do not import each other', sides.sidesStayApart, {
  files: {
    'shared/kernel/a.ts': "import { b } from '#server/b.ts';\nexport const a = b;",
    'server/b.ts': "export * from '../client/src/c.ts';",
    'client/src/c.ts':
      "import type { a } from '#shared/kernel/a.ts';\nimport { d } from '#tests/d.ts';\nexport type C = typeof a & typeof d;",
    'tests/d.ts': 'export const d = 1;',
  },
  finds: [
    'shared/kernel/a.ts:1 imports #server/b.ts',
    'server/b.ts:1 imports ../client/src/c.ts',
    'client/src/c.ts:2 imports #tests/d.ts',
  ],
});

testRule('shared knows zod and exact decimals, no Node and no other package', sides.sharedIsPure, {
  files: {
    'shared/kernel/a.ts': "import 'zod';\nimport 'node:fs';\nimport type { E } from 'express';\nexport type F = E;",
  },
  finds: ['shared/kernel/a.ts:2 imports node:fs', 'shared/kernel/a.ts:3 imports express'],
});

testRule('a feature uses only features above it', sides.featuresImportUpwards, {
  files: {
    'server/features/users/users.service.ts':
      "import { a } from '#server/features/auth/auth.service.ts';\nexport const u = a;",
    'server/features/auth/auth.service.ts': "import { u } from '../users/users.service.ts';\nexport const a = u;",
    'shared/rates/rates.contract.ts': "export { s } from '#shared/sell/sell.contract.ts';",
    'shared/sell/sell.contract.ts': 'export const s = 1;',
    'client/src/features/kyc/card.tsx':
      "import { chat } from '#client/features/chat/parts.tsx';\nimport { q } from '#client/features/chat/chat.queries.ts';\nexport const k = [chat, q];",
    'client/src/features/orders/slip.tsx':
      "import { d } from '#client/features/deposits/deposit.tsx';\nexport const o = d;",
    'client/src/features/deposits/deposit.tsx': 'export const d = 1;',
    'client/src/features/chat/parts.tsx': 'export const chat = 1;',
    'client/src/features/chat/chat.queries.ts': 'export const q = 1;',
  },
  finds: [
    'server/features/users/users.service.ts:1 imports #server/features/auth/auth.service.ts',
    'shared/rates/rates.contract.ts:1 imports #shared/sell/sell.contract.ts',
    'client/src/features/kyc/card.tsx:1 imports #client/features/chat/parts.tsx',
    'client/src/features/kyc/card.tsx:2 imports #client/features/chat/chat.queries.ts',
  ],
});

testRule('a server feature is entered by its service or its tables', sides.serverFeaturesHaveTwoEntryPoints, {
  files: {
    'server/features/auth/auth.service.ts':
      "import { q } from '#server/features/users/users.queries.ts';\nimport { users } from '#server/features/users/users.tables.ts';\nexport const a = [q, users];",
    'server/features/users/users.queries.ts': 'export const q = 1;',
    'server/features/users/users.tables.ts': 'export const users = 1;',
  },
  finds: ['server/features/auth/auth.service.ts:1 imports #server/features/users/users.queries.ts'],
});

testRule('pages and admin screens of a feature are not parts for others', sides.clientPagesAreNotShared, {
  files: {
    'client/src/features/sell/parts.tsx':
      "import { P } from '#client/features/kyc/pages/KycPage.tsx';\nimport { C } from '#client/features/kyc/KycCard.tsx';\nimport { q } from '#client/features/kyc/admin/kyc.admin.queries.ts';\nexport const s = [P, C, q];",
    'client/src/features/kyc/pages/KycPage.tsx': 'export const P = 1;',
    'client/src/features/kyc/KycCard.tsx': 'export const C = 1;',
    'client/src/features/kyc/admin/kyc.admin.queries.ts': 'export const q = 1;',
  },
  finds: ['client/src/features/sell/parts.tsx:1 imports #client/features/kyc/pages/KycPage.tsx'],
});

testRule('routes call services, services call queries, queries read tables, never back up', sides.layersPointDown, {
  files: {
    'server/features/kyc/kyc.routes.ts': "import { s } from './kyc.service.ts';\nexport const r = s;",
    'server/features/kyc/kyc.service.ts': "import { q } from './kyc.queries.ts';\nexport const s = q;",
    'server/features/kyc/kyc.queries.ts':
      "import { s } from './kyc.service.ts';\nimport type { S } from './kyc.present.ts';\nexport const q: S = s;",
    'server/features/kyc/kyc.present.ts': "import { r } from './kyc.admin.routes.ts';\nexport type S = typeof r;",
    'server/features/kyc/kyc.admin.routes.ts': 'export const r = 1;',
    'server/features/kyc/checks.ts':
      "import { r } from './kyc.routes.ts';\nimport { s } from './kyc.service.ts';\nexport const c = [r, s];",
  },
  finds: [
    'server/features/kyc/kyc.queries.ts:1 imports ./kyc.service.ts',
    'server/features/kyc/kyc.present.ts:1 imports ./kyc.admin.routes.ts',
    'server/features/kyc/checks.ts:1 imports ./kyc.routes.ts',
  ],
});

testRule('Express is known in http, app.ts and routes only', sides.expressStaysInHttp, {
  files: {
    'server/features/kyc/kyc.service.ts': "import type { Request } from 'express';\nexport type R = Request;",
    'server/features/kyc/kyc.routes.ts': "import { Router } from 'express';\nexport const r = Router();",
    'server/http/guards/guard.ts': "import express from 'express';\nexport const e = express;",
  },
  finds: ['server/features/kyc/kyc.service.ts:1 imports express'],
});

testRule('Drizzle is known in db, tables and queries only', sides.drizzleStaysInQueries, {
  files: {
    'server/features/kyc/kyc.service.ts': "import { eq } from 'drizzle-orm';\nexport const e = eq;",
    'server/features/kyc/kyc.queries.ts': "import { eq } from 'drizzle-orm';\nexport const e = eq;",
    'server/db/connection.ts': "export { drizzle } from 'drizzle-orm/node-postgres';",
  },
  finds: ['server/features/kyc/kyc.service.ts:1 imports drizzle-orm'],
});

testRule('only compose.ts chooses adapters', sides.adaptersAreChosenOnce, {
  files: {
    'server/features/mail/mail.service.ts':
      "import { outbox } from '#server/adapters/mail/mail.outbox.ts';\nimport type { M } from '#server/adapters/mail/mail.outbox.ts';\nexport const m: M = outbox;",
    'server/compose.ts': "export { outbox } from './adapters/mail/mail.outbox.ts';",
    'server/adapters/mail/mail.outbox.ts': 'export const outbox = 1;\nexport type M = number;',
  },
  finds: ['server/features/mail/mail.service.ts:1 imports #server/adapters/mail/mail.outbox.ts'],
});

testRule('what carries the features does not know them', sides.platformImportsNoFeature, {
  files: {
    'server/http/guards/guard.ts': "import { s } from '#server/features/auth/auth.service.ts';\nexport const g = s;",
    'server/schema.ts': "export * from '#server/features/auth/auth.tables.ts';",
    'server/events/events.ts': "import { app } from '#server/app.ts';\nexport const e = app;",
    'server/features/auth/auth.service.ts': 'export const s = 1;',
    'server/features/auth/auth.tables.ts': 'export const t = 1;',
    'server/app.ts': 'export const app = 1;',
  },
  finds: [
    'server/http/guards/guard.ts:1 imports #server/features/auth/auth.service.ts',
    'server/events/events.ts:1 imports #server/app.ts',
  ],
});

testRule('the client points down: app, features, ui, lib', sides.clientPointsDown, {
  files: {
    'client/src/lib/api/call.ts': "import { Button } from '../../ui/form/Button.tsx';\nexport const c = Button;",
    'client/src/ui/form/Button.tsx':
      "import type { User } from '#client/features/users/users.queries.ts';\nexport type Button = User;",
    'client/src/features/users/users.queries.ts':
      "import { routes } from '#client/app/routes.tsx';\nexport type User = typeof routes;",
    'client/src/app/routes.tsx': "export const routes = () => import('#client/features/users/users.queries.ts');",
  },
  finds: [
    'client/src/lib/api/call.ts:1 imports ../../ui/form/Button.tsx',
    'client/src/ui/form/Button.tsx:1 imports #client/features/users/users.queries.ts',
    'client/src/features/users/users.queries.ts:1 imports #client/app/routes.tsx',
  ],
});

testRule('there is no import cycle, types included', sides.noImportCycles, {
  files: {
    'server/a.ts': "import { b } from './b.ts';\nexport const a = b;",
    'server/b.ts': "import { c } from './c.ts';\nexport const b = c;",
    'server/c.ts': "import { b } from './b.ts';\nimport type { D } from './d.ts';\nexport const c: D = b;",
    'server/d.ts': "import { c } from './c.ts';\nexport type D = typeof c;",
  },
  finds: ['server/b.ts -> server/c.ts -> server/b.ts', 'server/c.ts -> server/d.ts -> server/c.ts'],
});

testRule('the first paint loads no schema library, also not through a contract', sides.firstPaintHasNoSchemas, {
  files: {
    'client/index.html': '<script type="module" src="/src/main.tsx"></script>',
    'client/src/main.tsx': "import { routes } from './app/routes.tsx';\nexport const m = routes;",
    'client/src/app/routes.tsx':
      "import type { u } from '#shared/users/users.contract.ts';\nimport { f } from '#shared/kernel/fields.ts';\nexport const routes: typeof u = [f, () => import('../features/users/pages/ProfilePage.tsx')];",
    'client/src/features/users/pages/ProfilePage.tsx':
      "import { u } from '#shared/users/users.contract.ts';\nexport const p = u;",
    'shared/users/users.contract.ts': "import { z } from 'zod';\nexport const u = z;",
    'shared/kernel/fields.ts': "import { z } from 'zod';\nexport const f = z;",
  },
  finds: ['shared/kernel/fields.ts:1 imports zod'],
});

testRule('a feature is spelt the same on three sides', sides.featureFoldersHaveOneName, {
  files: {
    'server/features/vouchers/vouchers.service.ts': 'export const p = 1;',
    'client/src/features/kyc/pages/KycPage.tsx': 'export const k = 1;',
    'shared/fiatExchange/fiat.contract.ts': 'export const f = 1;',
    'shared/kernel/money.ts': 'export const m = 1;',
  },
  finds: ['server vouchers is not in shared/features.json', 'shared fiatExchange is not in shared/features.json'],
});

testRule('a feature with a contract has its folder on every side', sides.featuresAreComplete, {
  files: {
    'shared/kyc/kyc.contract.ts': 'export const k = 1;',
    'server/features/kyc/kyc.service.ts': 'export const s = 1;',
    'shared/rates/rates.rules.ts': 'export const r = 1;',
  },
  finds: ['client/src/features/kyc/ is missing'],
});
