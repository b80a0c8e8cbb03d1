import { testRule } from './rule.ts';
import * as transactions from './transactions.ts';

testRule('a function takes its transaction first', transactions.transactionsComeFirst, {
  'server/features/sell/sell.service.ts': `
    export const a = (tx: Tx, deps: Deps) => deps;
    export function b(deps: Deps, tx: Tx) {} //! takes the transaction after another parameter
    export const c = { open: (deps: Deps, tx: Tx) => tx }; //! takes the transaction after another parameter`,
});

testRule('nothing asks for a second connection inside a transaction', transactions.transactionsHoldOneConnection, {
  'server/features/sell/sell.service.ts': `
    export const a = (tx, deps) => find(deps.db); //! takes deps.db inside a transaction
    export async function b(tx, deps) {
      await assertPayee(deps, { id: 1 }); //! awaits assertPayee without the transaction
      await deps.assertPayee({ id: 1 }); //! awaits deps.assertPayee without the transaction
      await read({ ...deps, db: tx }, 1);
      await deps.assertPayee(tx, { id: 1 });
      return settingsOf(deps);
    }
    export const c = (deps) => deps.inTx(async (tx) => {
      await readState(deps); //! awaits readState without the transaction
    });
    export const d = async (deps) => readState(deps);
    export const e = act(contract, row, {
      check: async ({ tx, deps }) => {
        await readState(deps); //! awaits readState without the transaction
        return find(deps.db); //! takes deps.db inside a transaction
      },
      apply: async ({ deps }) => readState(deps),
    });`,
});

testRule('nothing waits for a network, a disk or a timer inside a transaction', transactions.transactionsDoNotWait, {
  'server/features/mail/mail.service.ts': `
    export const a = async (tx, deps) => deps.mailer.send(tx); //! waits for deps.mailer.send inside a transaction
    export const b = (deps) => deps.inTx(async (tx) => {
      await fetch('https://bank.test'); //! waits for fetch inside a transaction
      await deps.orders.bump(tx);
    });
    export const c = async (deps) => deps.storage.remove('a');
    export const g = (tx, deps) => {
      void deps.mailer.send('a'); //! waits for deps.mailer.send inside a transaction
      return Promise.all([deps.storage.remove('a')]); //! waits for deps.storage.remove inside a transaction
    };
    export const d = act(contract, row, {
      apply: async ({ tx, deps }) => deps.mailer.send(tx), //! waits for deps.mailer.send inside a transaction
    });
    export const e = async (tx, { mailer }) => mailer.send(tx); //! waits for mailer.send inside a transaction
    export async function f(tx, deps) {
      const { storage } = deps;
      await storage.remove('a'); //! waits for storage.remove inside a transaction
    }`,
  'server/features/rates/rates.service.ts': `import { setImmediate as nextTurn, setTimeout as rest } from 'node:timers/promises';
    export async function a(tx, { fx: provider, chainReaders }) {
      await provider.read(); //! waits for provider.read inside a transaction
      await chainReaders.get('bitcoin')?.source.read(); //! waits for a call of chainReaders.get inside a transaction
      if (chainReaders.has('bitcoin')) provider.sourceOf('NGN');
    }
    export async function b(tx) {
      await new Promise((done) => setTimeout(done, 1000)); //! waits for setTimeout inside a transaction
      await rest(1000); //! waits for rest inside a transaction
      await nextTurn();
    }
    export const c = async ({ fx }) => { await rest(1000); return fx.read(); };`,
  'server/features/sell/sell.service.ts': `import { readRemote } from '#server/lib/remote.ts';
    import { countRows } from '#server/lib/count.ts';
    const pause = () => new Promise((done) => setTimeout(done, 1000));
    async function pauseTwice() { await pause(); }
    const later = () => setTimeout(() => undefined, 1000);
    const reader = () => ({ read: () => fetch('https://bank.test') });
    async function send(deps) { await deps.mailer.send('a'); }
    export async function a(tx, deps) {
      await pauseTwice(); //! calls pauseTwice, which waits for setTimeout, inside a transaction
      await send(deps); //! calls send, which waits for deps.mailer.send, inside a transaction
      later();
      return reader();
    }
    export const b = (deps) => deps.inTx(async (tx) => {
      await readRemote(tx); //! calls readRemote, which waits for get, inside a transaction
      await countRows(tx);
    });
    export const c = async () => { await pauseTwice(); return readRemote(); };`,
  'server/lib/remote.ts': `import { readFile } from 'node:fs/promises';
    const get = fetch;
    const readAll = async (urls) => Promise.all(urls.map((url) => get(url)));
    export const readRemote = async () => readAll(['https://bank.test']);
    export const readText = async () => readFile('a');`,
  'server/lib/count.ts': 'export const countRows = async (tx) => tx.ask(rows);',
});
