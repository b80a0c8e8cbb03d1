import * as code from './code.ts';
import { namesAreStandard, routersAreNamedByTheirFile } from './names.ts';
import * as orders from './orders.ts';
import { testRule } from './rule.ts';
import { onlyTheBookMovesMoney, queriesAreDeclared, readsLockNothing, textQueriesAreFew } from './sql.ts';
import { stylesUseLogicalSides, teamStylesComeLater } from './styles.ts';

// The words are joined here, so that a text search finds real violations only.
const hyphenatedWords = ['TO-DO', 'dis-able', 'ig-nore', 'sk-ip', 'on-ly', 'to-do'];
const [laterMark, disableWord, ignore, skip, onlyWord, todoWord] = hyphenatedWords.map((word) => word.replace('-', ''));

testRule('only the order book moves the status of an order', orders.onlyOrdersMovesStatus, {
  'server/features/sell/sell.queries.ts': `
    export const a = (tx) => tx.update(orders).set({ status: 'failed' }); //! updates orders
    export const b = sql\`update orders set status = \${a} where id = 1\`; //! moves the status of an order in SQL
    export const c = 'update orders set version = 2, status = $1'; //! moves the status of an order in SQL
    import { orders as orderRows } from '#server/features/orders/orders.tables.ts';
    export const d = (tx) => tx.update(orderRows).set({ status: 'failed' }); //! updates orders
    export const e = sql\`update \${orderRows} set \${orderRows.status} = 'failed'\`; //! moves the status of an order in SQL
    export const f = (tx, orderRows) => tx.update(orderRows).set({ status: 'failed' });`,
  'server/features/orders/orders.queries.ts': "export const a = (tx) => tx.update(orders).set({ status: 'failed' });",
});

testRule('the stage of an order is written in one place', orders.stagesAreDerived, {
  'server/features/payouts/payouts.queries.ts': `
    export const a = (tx) => tx.update(orders).set({ stage: 'sent' }); //! sets the stage of an order
    export const b = 'update orders set updated_at = $2, stage = $3 where id = $1'; //! sets the stage of an order in SQL
    const sent = { stage: 'sent' };
    export const c = (tx) => tx.update(orders).set({ ...sent, paidAt: now }); //! sets the stage of an order`,
  'server/features/orders/orders.stage.queries.ts':
    "export const a = (tx) => tx.update(orders).set({ stage: 'sent' });",
});

testRule('the queries of the order book are called inside it', orders.orderQueriesHaveOneCaller, {
  'server/features/sell/sell.service.ts': "import { s } from '#server/features/orders/orders.queries.ts'; //!",
});

testRule('a router is named as its file is', routersAreNamedByTheirFile, {
  'server/features/payout-accounts/payout-accounts.routes.ts': 'export function payoutAccountsRoutes() {}',
  'server/features/users/users.admin.routes.ts':
    'export function userAdminRoutes() {} //! exports userAdminRoutes in place of usersAdminRoutes',
});

testRule('money moves only as an entry of the book', onlyTheBookMovesMoney, {
  'server/features/refunds/refunds.queries.ts': `
    export const a = (tx) => tx.update(bookBalances).set({ amount: '1' }); //! writes bookBalances
    export const b = (tx) => tx.insert(bookEntries).values(row); //! writes bookEntries
    export const c = 'update book_balances set amount = 1'; //! writes the book in SQL
    import * as book from '#server/features/book/book.tables.ts';
    const { bookLines: lines } = book;
    export const d = (tx) => tx.delete(lines); //! writes bookLines
    export const e = sql\`delete from \${lines}\`; //! writes the book in SQL`,
  'server/features/book/book.accounts.queries.ts': 'export const a = (tx) => tx.update(bookBalances).set(row);',
});

testRule('no amount is read as a binary number', code.moneyIsNeverAFloat, {
  'shared/sell/sell.rules.ts': `export const n = Number.parseFloat('1.1'); //! calls Number.parseFloat
    export const m = parseFloat('2'); //! calls parseFloat
    export const a = (order) => Number(order.payoutAmount) * 0.97; //! converts an amount
    export const b = ({ amount }) => (+amount * 0.97).toFixed(2); //! converts an amount
    export const c = ({ rate }) => Number(rate ?? '0'); //! converts an amount
    export const f = ({ payout }) => parseInt(payout, 10); //! converts an amount
    export const g = ({ payout: text }) => Number.parseInt(text); //! converts an amount
    export const h = (order) => {
      const text = order.net.toFixed();
      return Number(text); //! converts an amount
    };
    const toNumber = Number;
    export const i = (sum) => toNumber(sum); //! converts an amount
    export const j = (fees) => fees.map(Number); //! converts amounts
    export const d = ({ feeAmount }) => feeAmount.toFixed(2); //! rounds an amount with toFixed
    export const e = ({ rows, amount }) => Number(rows.length) + amount.toFixed();`,
  'server/features/settlements/settlements.tables.ts': `
    export const settlements = pgTable('settlements', { paidFor: decimal('paid_for').notNull(), seq: integer('seq') });`,
  'shared/orders/orders.contract.ts': 'export const orderLine = z.object({ given: amountOut, count: z.number() });',
  'server/features/orders/orders.present.ts': `
    export const a = (order) => Number(order.netToPay); //! converts an amount
    export const b = ({ given }) => Number(given); //! converts an amount
    export const c = (row) => Number(row.paidFor ?? '0'); //! converts an amount
    export const d = (rows) => rows.map((row) => row.amount).map(Number); //! converts amounts
    export const e = (order) => order.fees.map(Number); //! converts amounts
    export const f = (row) => Number(row.seq) + Number(row.count);`,
  'shared/kernel/money.ts': 'export const toWire = (amount) => Number(amount.toFixed());',
  'server/features/sell/sell.present.ts':
    'export const view = ({ amount }) => ({ amount: Number(amount) }); //! converts an amount',
});

testRule('an amount is rounded in one place', code.roundingHasOneFunction, {
  'shared/kernel/money.ts': `import { Big } from 'big.js';
    export const round = (v, n) => new Big(v).round(n, 0).toFixed(n);`,
  'server/features/sell/sell.service.ts': `import { decimal } from '#shared/kernel/money.ts';
    export const a = (v) => v.times(decimal('2')).round(2, 0); //! calls round of a decimal
    export const b = (v) => v.toFixed(2) + v.toFixed(); //! rounds with toFixed`,
  'client/src/lib/browser/files.ts': 'export const w = (x) => `${Math.round(x)} ${x.toFixed(1)}`;',
  'client/src/features/sell/Sum.ts': `import Big from 'big.js'; //! imports big.js
    export const s = (x) => new Big(x).prec(3, 1); //! calls prec`,
});

testRule('nothing is left for later and no check is switched off', code.noUnfinishedWork, {
  'server/a.ts': `// ${laterMark} finish //! says ${laterMark} finish
    export const a = 1; /* oxlint-${disableWord} */ //! says oxlint-${disableWord}
    // @ts-${ignore} //! says @ts-${ignore}`,
  'server/a.test.ts': `// @ts-expect-error: a number is no amount.
    // @ts-expect-error //! says @ts-expect-error`,
  'server/b.ts': `// @ts-expect-error: why not //! says @ts-expect-error: why not
    // oxlint-${disableWord}-next-line no-console -- the reason

    // The reason.
    // oxlint-${disableWord}-next-line no-console

    // oxlint-${disableWord}-next-line no-console //! says oxlint-${disableWord}-next-line no-console`,
});

testRule('every test runs and says something', code.testsAreComplete, {
  'server/a.test.ts': `test.${skip}('a', () => check()); //! calls test.${skip}
    describe.${onlyWord}('b', () => check()); //! calls describe.${onlyWord}
    test.${todoWord}('c'); //! calls test.${todoWord}
    test('d', () => {}); //! is an empty test
    test('e', () => check());
    test.${skip}If(true)('f', () => check()); //! calls test.${skip}If`,
});

testRule('no test waits for the clock', code.testsDoNotSleep, {
  'server/a.test.ts': `import { setTimeout as rest } from 'node:timers/promises'; //! imports timers/promises
    await new Promise((done) => setTimeout(done, 100)); //! sleeps with setTimeout
    await page.waitForTimeout(100); //! calls page.waitForTimeout
    await vi.waitFor(() => check()); //! calls vi.waitFor without a time limit
    await vi.waitUntil(() => done, 30_000);
    const guard = setTimeout(fail, 1000);
    await rest(guard);`,
});

const linesOf = (count: number) => 'a\n'.repeat(count);
const lengths = {
  'server/a.ts': linesOf(301),
  'server/b.ts': linesOf(300),
  'shared/reference/c.ts': linesOf(501),
  'shared/locales/en/d.json': linesOf(500),
  'migrations/e.sql': linesOf(600),
};
testRule('a file holds one idea', code.filesAreShort, lengths, [
  'server/a.ts has 301 lines, more than 300',
  'shared/reference/c.ts has 501 lines, more than 500',
]);

testRule('every form is checked by the contract', code.formsUseTheContract, {
  'client/src/features/kyc/components/KycForm.tsx':
    'export const k = () => <form onSubmit={send} />; //! renders a form of its own',
  'client/src/features/blog/admin/PostEditor.tsx': `export const p = () => {
      const form = useForm({ resolver: zodResolver(own) }); //! calls useForm //! calls zodResolver
      return <ShortForm form={form} />;
    };`,
  'client/src/features/auth/pages/LoginPage.tsx': `import { z } from 'zod';
    export const l = () => useContractForm(z.object({})); //! checks a form without the contract`,
  'client/src/features/auth/pages/RegisterPage.tsx': `import { register } from '#shared/auth/auth.contract.ts';
    export const r = () => useContractForm(register.body);`,
  'client/src/features/users/admin/BlockDialog.tsx': `export const b = () => (
      <TextArea error={isTried && !reason.trim() ? t('missing') : undefined} /> //! checks a field by hand
    );`,
  'client/src/features/auth/components/CredentialFields.tsx':
    "export const c = () => <TextInput error={hasCode(error, 'wrong_credentials') ? t('wrong') : field.error} />;",
  'client/src/ui/form/Form.tsx': 'export const Form = () => <form noValidate />;',
  'shared/auth/auth.contract.ts': "import { z } from 'zod';\nexport const register = { body: z.object({}) };",
});

const folders = Array.from({ length: 52 }, (_, index) =>
  index < 26 ? `http/file${index}.ts` : `lib/file${index}.test.ts`,
);
testRule(
  'a folder can be seen at a glance',
  code.foldersAreSmall,
  Object.fromEntries(folders.map((path) => [`server/${path}`, 'export const a = 1;'])),
  ['server/http holds 26 files'],
);

const violatingFiles = {
  'server/orders.twin.ts': '/** Computed anew, as nobody told the desk. */\nexport const keepAlive = 1;',
  'client/src/ui/Card.tsx': `
    export const drawerOf = ( //! names drawerOf
      seatCount: number, //! names seatCount
      deskId: number) => seatCount + deskId; //! names deskId`,
  'server/jobs.ts': `export class Room {
      #heard = 0; //! names heard
      lookOf = (most: number) => Math.max(this.#heard, most); //! names lookOf //! names most
    }
    export type Side = 'way-back' | 'desk'; //! names way-back
    export const gateOfSale = { desk: 'knows' }; //! names gateOfSale
    export const labels = { nobody: 1, deskLabel: 2, desk }; //! names deskLabel //! names desk
    Promise.allSettled([]);`,
  'server/events.ts': '/** Tells every process the facts. */\nexport const toldProcesses = 1; //! names toldProcesses',
  'server/wire.ts': 'export const sum = ({ kept }) => kept;\nexport const facts = 1; //! names facts',
};
testRule('code is named by the words of the field', namesAreStandard, violatingFiles, [
  'server/orders.twin.ts is named twin',
]);

testRule('a query is declared, and its fragments are mapped', queriesAreDeclared, {
  'server/features/kyc/kyc.queries.ts': `const all = rows((db: Reads) => db.select().from(kycRequests));
    export const a = async (tx) => tx.execute(sql\`delete from kyc_requests\`); //! calls execute
    export async function b(db, column) {
      return rows(textQuery(() => sql\`select \${column} from t\`))(db); //! declares a statement while it runs
    }
    const one = (db: Reads) => db.select().from(kycRequests).where(eq(kycRequests.id, sql.placeholder('id'))); //! names a blank by hand
    export const f = async (db, id) => (await db.ask(one, { id }))[0]; //! calls ask
    export const g = first((db: Reads, { id }: ById) => db.select().from(kycRequests).where(eq(kycRequests.id, id)));
    const oldest = sql<Date>\`min(submitted_at)\`; //! asserts the type of an SQL fragment
    const newest = sql\`max(submitted_at)\`.mapWith(moment);`,
  'server/http/guards/limits.ts':
    "export const c = (pool) => pool.query('delete from request_limits'); //! calls query",
  'server/db/connection.ts': "export const d = (client) => client.query('begin');",
  'client/src/lib/cache.ts': "export const e = (cache) => cache.query('orders');",
});

testRule(
  'a statement of text is the exception',
  textQueriesAreFew,
  { 'server/features/kyc/kyc.queries.ts': 'const a = textQuery(() => sql``);'.repeat(41) },
  ['41 statements of text, more than 40'],
);

testRule('a query that only reads locks no row', readsLockNothing, {
  'server/features/kyc/kyc.queries.ts': `
    const a = first((db: Reads) => db.select().from(kycRequests).for('update')); //! locks rows in a query that only reads
    const b = first((db: Drizzle) => db.select().from(kycRequests).for('update'));
    const c = rows((db: Reads) => db.select().from(kycRequests));`,
});

testRule('styles name start and end, never left and right', stylesUseLogicalSides, {
  'client/src/ui/A.tsx': `export const a = <p className="ms-4 ml-4" />; //! uses ml-4
    export const b = clsx("md:hover:-left-2", open && \`text-left \${x}\`); //! uses md:hover:-left-2 //! uses text-left
    export const c = "border-l rounded-tr-lg"; //! uses border-l
    export const d = "line-left-over align-left html ArrowLeft left right-to-left prose mr";`,
  'client/src/ui/a.css': `.a { margin-inline: 1px; margin-left: 2px; //! uses margin-left: 2px
    text-align: right; left: 0; //! uses text-align: right //! uses left: 0
    border-top-left-radius: 1px } //! uses border-top-left-radius: 1px`,
});

testRule(
  'the first sheet of styles has no class that only the team needs',
  teamStylesComeLater,
  {
    'client/src/ui/styles/index.css': "@source not '../data/Known.tsx'; @source not '../data/Shared.tsx';",
    'client/src/app/admin/Layout.tsx': `import { K } from '#client/ui/data/Known.tsx';
    import { M } from '#client/ui/data/Missed.tsx';
    import { S } from '#client/ui/data/Shared.tsx';`,
    'client/src/app/App.tsx': `import { S } from '#client/ui/data/Shared.tsx';
    const admin = () => import('#client/app/admin/Layout.tsx');`,
  },
  [
    'client/src/ui/data/Missed.tsx is of the team: client/src/ui/styles/index.css says otherwise',
    'client/src/ui/data/Shared.tsx is of customers: client/src/ui/styles/index.css says otherwise',
  ],
);
