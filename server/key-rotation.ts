import type { Tx } from './db/connection.ts';
import { insertRetiredKey, listRetiredKeys, updateRetiredKey } from './db/key-check.queries.ts';
import { readLastCheckpoint, readNewestId } from './features/audit/audit.queries.ts';
import { recordAudit } from './features/audit/audit.service.ts';
import { setAuditKey, setRetiredAuditKeys, type RetiredAuditKey } from './features/audit/audit.signature.ts';
import { decryptSecret, encryptSecret } from './features/auth/auth.second-factor.ts';
import { decryptNumber, encryptNumber, hashNumber } from './features/kyc/kyc.numbers.ts';
import { isSignedOrder, signOrder } from './features/orders/orders.signature.ts';
import { listMethods } from './features/payment-methods/payment-methods.queries.ts';
import { isSignedMethod, signMethod } from './features/payment-methods/payment-methods.signature.ts';
import { signQuote } from './features/sell/sell.signature.ts';
import { listWallets } from './features/wallets/wallets.queries.ts';
import {
  isSignedChange,
  isSignedStop,
  isSignedWallet,
  signChange,
  signStop,
  signWallet,
} from './features/wallets/wallets.signature.ts';
import { listStops } from './features/wallets/wallets.stops.queries.ts';
import {
  listDocumentNumbers,
  listFactorSecrets,
  listWalletChanges,
  lockOrdersAfter,
  lockQuotesAfter,
  storeChangeSignature,
  storeDocumentNumber,
  storeFactorSecret,
  storeMethodSignature,
  storeSignatures,
  storeStopSignature,
  storeWalletSignature,
} from './key-rotation.queries.ts';
import { decryptText, encryptText } from './lib/cipher.ts';

/** An ENCRYPTION_KEY and the one before it, which every row of the database was made with. */
export type KeyChange = { current: string; previous: string };

const cipherOf = (secret: string) => ({ secret, purpose: 'retired encryption key', boundTo: 'this database' });

/**
 * Signs and encrypts again what the previous key made, in the transaction of the caller: all of it or nothing. The caller
 * has made the previous key acceptable and the current one the key of rows. A row that neither key signed stays as it is,
 * and so still counts as forged; the audit log is not touched: its earlier part is verified with the retired key.
 */
export async function rotateKey(tx: Tx, change: KeyChange): Promise<void> {
  await resignOrders(tx);
  await resignQuotes(tx);
  await resignAddresses(tx, change.current);
  await encryptAgain(tx, change.current);
  await retireKey(tx, change);
  setAuditKey(change.current);
  await recordAudit(tx, 'system', 'encryption_key.rotated');
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** In pages by id: an order book does not fit in memory. */
async function resignOrders(tx: Tx): Promise<void> {
  for (let after = firstId; ;) {
    const orders = await lockOrdersAfter(tx, after);
    const resigned = orders.filter(isSignedOrder).map((order) => ({ id: order.id, signature: signOrder(order) }));
    await storeSignatures(tx, 'orders', resigned);
    const last = orders.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function resignQuotes(tx: Tx): Promise<void> {
  for (let after = firstId; ;) {
    const quotes = await lockQuotesAfter(tx, after);
    const ours = quotes.filter(({ isSigned }) => isSigned);
    await storeSignatures(
      tx,
      'sell_quotes',
      ours.map((quote) => ({ id: quote.id, signature: signQuote(quote.id, quote) })),
    );
    const last = quotes.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Deposit addresses with their history, and the accounts that customers pay into. */
async function resignAddresses(tx: Tx, key: string): Promise<void> {
  for (const wallet of await listWallets(tx)) {
    if (!isSignedWallet(key, wallet, wallet.signature)) continue;
    await storeWalletSignature(tx, wallet.cryptoId, signWallet(key, wallet));
  }
  for (const change of await listWalletChanges(tx)) {
    if (!isSignedChange(key, change, change.signature)) continue;
    await storeChangeSignature(tx, { id: change.id, signature: signChange(key, change) });
  }
  for (const stop of await listStops(tx)) {
    if (!isSignedStop(key, stop, stop.signature)) continue;
    await storeStopSignature(tx, { id: stop.id, signature: signStop(key, stop) });
  }
  for (const method of await listMethods(tx)) {
    if (!isSignedMethod(key, method)) continue;
    await storeMethodSignature(tx, { id: method.id, signature: signMethod(key, method) });
  }
}

/** Document numbers and the secrets of second factors. */
async function encryptAgain(tx: Tx, encryptionKey: string): Promise<void> {
  for (const { id, userId, documentNumber } of await listDocumentNumbers(tx)) {
    if (!documentNumber) continue;
    const number = decryptNumber(documentNumber, { encryptionKey, userId });
    const encrypted = encryptNumber(number, { encryptionKey, userId });
    await storeDocumentNumber(tx, id, encrypted, hashNumber(number, encryptionKey));
  }
  const env = { encryptionKey };
  for (const factor of await listFactorSecrets(tx)) {
    await storeFactorSecret(tx, factor.userId, encryptSecret({ env }, factor.userId, decryptSecret({ env }, factor)));
  }
}

async function retireKey(tx: Tx, { current, previous }: KeyChange): Promise<void> {
  for (const { id, key } of await listRetiredKeys(tx)) {
    await updateRetiredKey(tx, id, encryptText(decryptText(key, cipherOf(previous)), cipherOf(current)));
  }
  const [lastAuditId, lastCheckpoint] = [await readNewestId(tx), await readLastCheckpoint(tx)];
  await insertRetiredKey(tx, {
    key: encryptText(previous, cipherOf(current)),
    lastAuditId: BigInt(lastAuditId),
    lastCheckpoint: BigInt(lastCheckpoint?.seq ?? 0),
  });
}

/** The keys of before with what they signed, oldest first. Throws when they were retired under another key than this. */
export async function readRetiredKeys(db: Pick<Tx, 'select'>, encryptionKey: string): Promise<RetiredAuditKey[]> {
  return (await listRetiredKeys(db)).map(({ key, lastAuditId, lastCheckpoint }) => ({
    encryptionKey: decryptText(key, cipherOf(encryptionKey)),
    lastAuditId,
    lastCheckpoint,
  }));
}

/** Has this process judge the earlier part of the audit log by the keys that signed it. */
export async function loadRetiredKeys(db: Pick<Tx, 'select'>, encryptionKey: string): Promise<void> {
  setRetiredAuditKeys(await readRetiredKeys(db, encryptionKey));
}
