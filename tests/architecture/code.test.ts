import * as code from './code.ts';
import { testRule } from './rule.ts';

// Assembled here, so that a text search finds real violations only.
const [later, off, ignore, loose, skip, only, todo] = [
  ['TO', 'DO'],
  ['dis', 'able'],
  ['ig', 'nore'],
  ['an', 'y'],
  ['sk', 'ip'],
  ['on', 'ly'],
  ['to', 'do'],
].map((halves) => halves.join(''));

testRule('settings are read in env.ts', code.environmentIsReadOnce, {
  files: {
    'server/features/mail/mail.service.ts': 'export const url = process.env.SMTP_URL;',
    'server/env/env.ts': 'export const port = process.env.PORT;',
  },
  finds: ['server/features/mail/mail.service.ts:1 reads process.env'],
});

testRule('the server has one clock', code.serverHasOneClock, {
  files: {
    'server/features/sell/sell.service.ts':
      'export const a = () => Date.now();\nexport const b = new Date();\nexport const c = new Date(0);',
    'server/db/clock.ts': 'export const a = () => Date.now();',
    'client/src/lib/browser/useNow.ts': 'export const a = () => Date.now();',
  },
  finds: [
    'server/features/sell/sell.service.ts:1 calls Date.now',
    "server/features/sell/sell.service.ts:2 reads this machine's clock",
  ],
});

testRule('only lib calls the server and touches the session', code.onlyLibCallsTheServer, {
  files: {
    'client/src/features/sell/sell.queries.ts':
      "export const quote = () => fetch('/api/quote');\nnew window.WebSocket('/ws');",
    'client/src/ui/overlay/Menu.tsx': "localStorage.removeItem('auth_token');",
    'client/src/lib/api/call.ts': "export const call = () => fetch('/api', { headers: { a: 'auth_token' } });",
  },
  finds: [
    'client/src/features/sell/sell.queries.ts:1 calls fetch',
    'client/src/features/sell/sell.queries.ts:2 calls window.WebSocket',
    'client/src/ui/overlay/Menu.tsx:1 touches auth_token',
  ],
});

testRule('an endpoint is queried in one place', code.endpointsAreQueriedOnce, {
  files: {
    'client/src/features/settings/settings.queries.ts':
      "export const settings = apiQuery('GET /api/settings', {});\nexport const log = apiPagesQuery('GET /api/settings', argsOf, {});",
    'client/src/features/sell/sell.queries.ts':
      "export const fees = apiQuery('GET /api/settings', {});\nexport const own = { queryFn: () => 1 };\nexport const any = (route) => apiQuery(route, {});",
  },
  finds: [
    'client/src/features/sell/sell.queries.ts:1 queries GET /api/settings a second time',
    'client/src/features/sell/sell.queries.ts:2 fetches outside of apiQuery',
    'client/src/features/sell/sell.queries.ts:3 calls apiQuery without naming the route',
  ],
});

testRule('only the order book moves the status of an order', code.onlyOrdersMovesStatus, {
  files: {
    'server/features/sell/sell.queries.ts':
      "export const a = (tx) => tx.update(orders).set({ status: 'failed' });\nexport const b = sql`update orders set status = ${a} where id = 1`;\nexport const c = 'update orders set version = 2, status = $1';",
    'server/features/orders/orders.queries.ts': "export const a = (tx) => tx.update(orders).set({ status: 'failed' });",
  },
  finds: [
    'server/features/sell/sell.queries.ts:1 updates orders',
    'server/features/sell/sell.queries.ts:2 moves the status of an order in SQL',
    'server/features/sell/sell.queries.ts:3 moves the status of an order in SQL',
  ],
});

testRule('the queries of the order book are called inside it', code.orderQueriesHaveOneCaller, {
  files: {
    'server/features/sell/sell.service.ts':
      "import { setStatus } from '#server/features/orders/orders.queries.ts';\nexport const s = setStatus;",
    'server/features/orders/orders.queries.ts': 'export const setStatus = 1;',
  },
  finds: ['server/features/sell/sell.service.ts:1 imports #server/features/orders/orders.queries.ts'],
});

testRule('no amount is read as a binary number', code.moneyIsNeverAFloat, {
  files: {
    'shared/sell/sell.rules.ts': "export const n = Number.parseFloat('1.1');\nexport const m = parseFloat('2');",
  },
  finds: ['shared/sell/sell.rules.ts:1 calls Number.parseFloat', 'shared/sell/sell.rules.ts:2 calls parseFloat'],
});

testRule('an amount is rounded in one place', code.roundingHasOneFunction, {
  files: {
    'shared/kernel/money.ts':
      "import { Big } from 'big.js';\nexport const round = (v, n) => new Big(v).round(n, 0).toFixed(n);",
    'server/features/sell/sell.service.ts':
      "import { decimal } from '#shared/kernel/money.ts';\nexport const a = (v) => v.times(decimal('2')).round(2, 0);\nexport const b = (v) => v.toFixed(2) + v.toFixed();",
    'client/src/lib/browser/files.ts': 'export const w = (x) => `${Math.round(x)} ${x.toFixed(1)}`;',
    'client/src/features/sell/Sum.ts': "import Big from 'big.js';\nexport const s = (x) => new Big(x).prec(3, 1);",
  },
  finds: [
    'server/features/sell/sell.service.ts:2 calls round of a decimal',
    'server/features/sell/sell.service.ts:3 rounds with toFixed',
    'client/src/features/sell/Sum.ts:1 imports big.js',
    'client/src/features/sell/Sum.ts:2 calls prec',
  ],
});

testRule('nothing is left for later and no check is switched off', code.noUnfinishedWork, {
  files: {
    'server/a.ts': `// ${later} finish\nexport const a = 1; /* oxlint-${off} */\n// @ts-${ignore}`,
    'server/a.test.ts': '// @ts-expect-error: a number is no amount.\n// @ts-expect-error',
    'server/b.ts': `// @ts-expect-error: why not\n// oxlint-${off}-next-line no-console -- the reason\n\n// The reason.\n// oxlint-${off}-next-line no-console\n\n// oxlint-${off}-next-line no-console`,
  },
  finds: [
    `server/a.ts:1 says ${later} finish`,
    `server/a.ts:2 says oxlint-${off}`,
    `server/a.ts:3 says @ts-${ignore}`,
    'server/a.test.ts:2 says @ts-expect-error',
    'server/b.ts:1 says @ts-expect-error: why not',
    `server/b.ts:7 says oxlint-${off}-next-line no-console`,
  ],
});

testRule('nothing is any', code.noAny, {
  files: { 'tests/a.test.ts': `export const a = JSON.parse("1") as ${loose};` },
  finds: ['tests/a.test.ts:1 says any'],
});

testRule('exports are named', code.exportsAreNamed, {
  files: { 'client/src/App.tsx': 'export default function App() {}', 'vite.config.ts': 'export default {};' },
  finds: ['client/src/App.tsx:1 has a default export'],
});

testRule('every test runs and says something', code.testsAreComplete, {
  files: {
    'server/a.test.ts': [
      `test.${skip}('a', () => check());`,
      `describe.${only}('b', () => check());`,
      `test.${todo}('c');`,
      "test('d', () => {});",
      "test('e', () => check());",
      `test.${skip}If(true)('f', () => check());`,
    ].join('\n'),
  },
  finds: [
    `server/a.test.ts:1 calls test.${skip}`,
    `server/a.test.ts:2 calls describe.${only}`,
    `server/a.test.ts:3 calls test.${todo}`,
    'server/a.test.ts:4 is an empty test',
    `server/a.test.ts:6 calls test.${skip}If`,
  ],
});

testRule('no test waits for the clock', code.testsDoNotSleep, {
  files: {
    'server/a.test.ts':
      "import { setTimeout as rest } from 'node:timers/promises';\nawait new Promise((done) => setTimeout(done, 100));\nawait page.waitForTimeout(100);\nconst guard = setTimeout(fail, 1000);\nawait rest(guard);",
  },
  finds: [
    'server/a.test.ts:1 imports timers/promises',
    'server/a.test.ts:2 sleeps with setTimeout',
    'server/a.test.ts:3 calls page.waitForTimeout',
  ],
});

testRule('a file holds one idea', code.filesAreShort, {
  files: {
    'server/a.ts': 'a\n'.repeat(301),
    'server/b.ts': 'a\n'.repeat(300),
    'shared/reference/c.ts': 'a\n'.repeat(501),
    'shared/locales/en/d.json': 'a\n'.repeat(500),
    'migrations/e.sql': 'a\n'.repeat(600),
  },
  finds: ['server/a.ts has 301 lines, more than 300', 'shared/reference/c.ts has 501 lines, more than 500'],
});

testRule('every file is used', code.noOrphanFiles, {
  files: {
    'client/index.html': '<script type="module" src="/src/main.tsx"></script>',
    'client/src/main.tsx': "export const page = () => import('./page.tsx');",
    'client/src/page.tsx': 'export const p = 1;',
    'client/src/forgotten.tsx': 'export const f = 1;',
    'drizzle.config.ts': "export default { schema: './server/schema.ts' };",
    'server/schema.ts': 'export const s = 1;',
    'server/main.ts': "import type { A } from './a.ts';\nexport type M = A;",
    'server/a.ts': 'export type A = 1;\nexport const b = (name) => new URL(`./${name}.worker.mjs`, import.meta.url);',
    'server/resize.worker.mjs': 'export const r = 1;',
  },
  finds: ['client/src/forgotten.tsx is used by nothing'],
});

testRule('every form is checked by the contract', code.formsUseTheContract, {
  files: {
    'client/src/features/kyc/components/KycForm.tsx': 'export const k = () => <form onSubmit={send} />;',
    'client/src/features/blog/admin/PostEditor.tsx':
      'export const p = () => {\n  const form = useForm({ resolver: zodResolver(own) });\n  return <ShortForm form={form} />;\n};',
    'client/src/features/auth/pages/LoginPage.tsx':
      "import { z } from 'zod';\nexport const l = () => useContractForm(z.object({}));",
    'client/src/features/auth/pages/RegisterPage.tsx':
      "import { register } from '#shared/auth/auth.contract.ts';\nexport const r = () => useContractForm(register.body);",
    'client/src/features/users/admin/BlockDialog.tsx':
      "export const b = () => (\n  <TextArea error={isTried && !reason.trim() ? t('missing') : undefined} />\n);",
    'client/src/features/auth/components/CredentialFields.tsx':
      "export const c = () => <TextInput error={hasCode(error, 'wrong_credentials') ? t('wrong') : field.error} />;",
    'client/src/ui/form/Form.tsx': 'export const Form = () => <form noValidate />;',
    'shared/auth/auth.contract.ts': "import { z } from 'zod';\nexport const register = { body: z.object({}) };",
  },
  finds: [
    'client/src/features/kyc/components/KycForm.tsx:1 renders a form of its own',
    'client/src/features/blog/admin/PostEditor.tsx:2 calls useForm',
    'client/src/features/blog/admin/PostEditor.tsx:2 calls zodResolver',
    'client/src/features/auth/pages/LoginPage.tsx:2 checks a form without the contract',
    'client/src/features/users/admin/BlockDialog.tsx:2 checks a field by hand',
  ],
});

testRule('a folder can be seen at a glance', code.foldersAreSmall, {
  files: Object.fromEntries(
    Array.from({ length: 52 }, (_, at) => [
      at < 26 ? `server/http/file${at}.ts` : `server/lib/file${at}.test.ts`,
      'export const a = 1;',
    ]),
  ),
  finds: ['server/http holds 26 files'],
});
