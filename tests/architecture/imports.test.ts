import * as sides from './imports.ts';
import { queriesAreLentToOthers } from './lent-queries.ts';
import { testRule } from './rule.ts';

testRule('shared imports neither side, and the two sides do not import each other', sides.sidesStayApart, {
  'shared/kernel/a.ts': "import { b } from '#server/b.ts'; //!",
  'server/b.ts': "export * from '../client/src/c.ts'; //!",
  'client/src/c.ts': `import type { a } from '#shared/kernel/a.ts';
    import { d } from '#tests/d.ts'; //!`,
});

testRule('shared knows zod and exact decimals, no Node and no other package', sides.sharedIsPure, {
  'shared/kernel/a.ts': `import 'zod';
    import 'node:fs'; //!
    import type { E } from 'express'; //!`,
});

testRule('a feature uses only features above it', sides.featuresImportUpwards, {
  'server/features/users/users.service.ts': "import { a } from '#server/features/auth/auth.service.ts'; //!",
  'server/features/auth/auth.service.ts': "import { u } from '../users/users.service.ts';",
  'server/features/users/users.queries.ts': `import { sessions } from '#server/features/auth/auth.tables.ts';
    import { a } from '#server/features/auth/auth.service.ts'; //!`,
  'server/features/users/users.tables.ts': `import { orders } from '#server/features/orders/orders.tables.ts';
    import { o } from '#server/features/orders/orders.service.ts'; //!`,
  'client/src/features/auth/components/VisitorEstimate.tsx': `
    import { e } from '#client/features/sell/sell.estimate.queries.ts';
    import { s } from '#client/features/sell/sell.queries.ts'; //!`,
  'shared/rates/rates.contract.ts': "export { s } from '#shared/sell/sell.contract.ts'; //!",
  'client/src/features/kyc/card.tsx': `import { chat } from '#client/features/chat/parts.tsx'; //!
    import { q } from '#client/features/chat/chat.queries.ts'; //!`,
  'client/src/features/orders/slip.tsx': "import { d } from '#client/features/deposits/deposit.tsx';",
});

testRule('a server feature is entered by its service or its tables', sides.serverFeaturesHaveTwoEntryPoints, {
  'server/features/auth/auth.service.ts': `import { q } from '#server/features/users/users.queries.ts'; //!
    import { users } from '#server/features/users/users.tables.ts';`,
});

testRule('pages and admin screens of a feature are not parts for others', sides.clientPagesAreNotShared, {
  'client/src/features/sell/parts.tsx': `import { P } from '#client/features/kyc/pages/KycPage.tsx'; //!
    import { C } from '#client/features/kyc/KycCard.tsx';
    import { q } from '#client/features/kyc/admin/kyc.admin.queries.ts';`,
});

testRule('routes call services, services call queries, queries read tables, never back up', sides.layersPointDown, {
  'server/features/kyc/kyc.routes.ts': `import { s } from './kyc.service.ts';
    import { q } from './kyc.queries.ts'; //!`,
  'server/features/kyc/kyc.socket.ts': `import { q } from './kyc.queries.ts'; //!
    import { p } from '#server/sockets/presence.queries.ts'; //!
    import type { Q } from './kyc.queries.ts';`,
  'server/features/kyc/kyc.jobs.ts': "import { q } from './kyc.queries.ts';",
  'server/features/kyc/kyc.service.ts': "import { q } from './kyc.queries.ts';",
  'server/features/kyc/kyc.queries.ts': `import { s } from './kyc.service.ts'; //!
    import type { S } from './kyc.present.ts';`,
  'server/features/kyc/kyc.present.ts': "import { r } from './kyc.admin.routes.ts'; //!",
  'server/features/kyc/kyc.admin.routes.ts': 'export const r = 1;',
  'server/features/kyc/checks.ts': `import { r } from './kyc.routes.ts'; //!
    import { s } from './kyc.service.ts';`,
});

testRule('a service exports a query of its own for other features alone', queriesAreLentToOthers, {
  'server/features/users/users.service.ts': `export { lockUser } from './users.queries.ts';
    export { lockOwn } from './users.queries.ts'; //! exports lockOwn, which no other feature imports`,
  'server/features/users/users.queries.ts': 'export const lockUser = 1, lockOwn = 2;',
  'server/features/users/users.jobs.ts': "import { lockOwn } from './users.service.ts';",
  'server/features/auth/auth.service.ts': "import { lockUser } from '#server/features/users/users.service.ts';",
});

testRule('Express is known in http, app.ts and routes only', sides.expressStaysInHttp, {
  'server/features/kyc/kyc.service.ts': "import type { Request } from 'express'; //!",
  'server/features/kyc/kyc.routes.ts': "import { Router } from 'express';",
  'server/http/guards/guard.ts': "import express from 'express';",
});

testRule('Drizzle is known in db, tables and queries only', sides.drizzleStaysInQueries, {
  'server/features/kyc/kyc.service.ts': "import { eq } from 'drizzle-orm'; //!",
  'server/features/kyc/kyc.queries.ts': "import { eq } from 'drizzle-orm';",
  'server/db/connection.ts': "export { drizzle } from 'drizzle-orm/node-postgres';",
});

testRule('only compose.ts chooses adapters', sides.adaptersAreChosenOnce, {
  'server/features/mail/mail.service.ts': `import { outbox } from '#server/adapters/mail/mail.outbox.ts'; //!
    import type { M } from '#server/adapters/mail/mail.outbox.ts';`,
  'server/compose.ts': "export { outbox } from './adapters/mail/mail.outbox.ts';",
});

testRule('what carries the features does not know them', sides.platformImportsNoFeature, {
  'server/http/guards/guard.ts': "import { s } from '#server/features/auth/auth.service.ts'; //!",
  'server/schema.ts': "export * from '#server/features/auth/auth.tables.ts';",
  'server/events/events.ts': "import { app } from '#server/app.ts'; //!",
});

testRule('the client points down: app, features, ui, lib', sides.clientPointsDown, {
  'client/src/lib/api/call.ts': "import { Button } from '../../ui/form/Button.tsx'; //!",
  'client/src/ui/form/Button.tsx': "import type { User } from '#client/features/users/users.queries.ts'; //!",
  'client/src/features/users/users.queries.ts': "import { routes } from '#client/app/routes.tsx'; //!",
  'client/src/app/routes.tsx': "export const routes = () => import('#client/features/users/users.queries.ts');",
});

testRule('the first paint loads no schema library, also not through a contract', sides.firstPaintHasNoSchemas, {
  'client/index.html': '<script type="module" src="/src/main.tsx"></script>',
  'client/src/main.tsx': "import { routes } from './app/routes.tsx';",
  'client/src/app/routes.tsx': `import type { u } from '#shared/users/users.contract.ts';
    import { f } from '#shared/kernel/fields.ts';
    export const routes = () => import('../features/users/pages/ProfilePage.tsx');`,
  'client/src/features/users/pages/ProfilePage.tsx': "import { u } from '#shared/users/users.contract.ts';",
  'shared/users/users.contract.ts': "import { z } from 'zod';",
  'shared/kernel/fields.ts': "import { z } from 'zod'; //!",
});

const violatingFiles = {
  'server/features/loyalty/loyalty.service.ts': 'export const p = 1;',
  'client/src/features/kyc/pages/KycPage.tsx': 'export const k = 1;',
  'shared/fiatExchange/fiat.contract.ts': 'export const f = 1;',
  'shared/kernel/money.ts': 'export const m = 1;',
};
testRule('a feature is spelt the same on three sides', sides.featureFoldersHaveOneName, violatingFiles, [
  'server loyalty is not in shared/features.json',
  'shared fiatExchange is not in shared/features.json',
]);

const oneSided = {
  'shared/kyc/kyc.contract.ts': 'export const k = 1;',
  'server/features/kyc/kyc.service.ts': 'export const s = 1;',
  'shared/rates/rates.rules.ts': 'export const r = 1;',
};
testRule('a feature with a contract has its folder on every side', sides.featuresAreComplete, oneSided, [
  'client/src/features/kyc/ is missing',
]);
