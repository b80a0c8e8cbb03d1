import { timingSafeEqual } from 'node:crypto';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { acceptedKeys, signFields } from '#server/lib/keys.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import { interpolate } from '#server/lib/texts.ts';
import type { SlipDocument } from '#server/pdf/documents.ts';
import { renderPdf } from '#server/pdf/render.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, toWire } from '#shared/kernel/money.ts';
import type { ReceiptView } from '#shared/orders/orders.receipts.contract.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { brandOf, isMobileRail, railKindOf } from '#shared/reference/rails.ts';
import { orderNotFound } from '../list/orders.lists.service.ts';
import type { OrdersDeps } from '../orders.ports.ts';
import { documentWriting, type DocumentWriting } from './orders.documents.format.ts';
import { documentOf, type OrderDocument, type Receipt } from './orders.documents.present.ts';
import { readForCheck, readForReceipt } from './orders.documents.queries.ts';

/** The receipt of an own completed order in the reader's language. Refuses with not_found and conflict. */
export async function receiptOf(
  deps: OrdersDeps,
  actor: Actor,
  id: Id<'order'>,
  language: LanguageCode,
): Promise<FileAnswer> {
  const result = await readForReceipt(deps.db, { userId: actor.userId, id });
  if (!result) throw orderNotFound();
  const row = documentOf(result);
  if (row.moneyState === null) throw new Conflict('conflict', 'receipt_not_completed');
  const chunks: Buffer[] = [];
  for await (const chunk of renderPdf(slipOf(deps, row, documentWriting(language)))) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const downloadName = `receipt-${row.reference}.pdf`;
  return { bytes, size: bytes.length, type: 'application/pdf', downloadName, inline: false };
}

/** The public data of a receipt code. Refuses unknown codes with not_found. */
export async function receiptByCode({ db, env }: Pick<OrdersDeps, 'db' | 'env'>, code: string): Promise<ReceiptView> {
  const id = orderOfCode(env.encryptionKey, code);
  const result = id && (await readForCheck(db, { id }));
  if (!result) throw new NotFound('receipt_not_found');
  const row = documentOf(result);
  return {
    reference: row.reference,
    type: row.type,
    status: row.status,
    givenAmount: toWire(decimal(row.amount)),
    givenUnit: row.unit,
    payoutAmount: toWire(decimal(row.payoutAmount)),
    payoutCurrency: row.payoutCurrency,
    createdAt: row.createdAt,
    completedAt: row.decidedAt,
    payout: row.moneyState === null || row.moneyAt === null ? null : { state: row.moneyState, at: row.moneyAt },
  };
}

function slipOf(deps: OrdersDeps, row: Receipt, writer: DocumentWriting): SlipDocument {
  const { receipt: texts } = writer.texts;
  const { brand } = settingsOf(deps);
  const { payoutCurrency: currency } = row;
  return {
    kind: 'slip',
    language: writer.language,
    brand: brand.name,
    title: texts.title,
    createdAt: deps.now(),
    reference: row.reference,
    status: stateText(row, writer),
    total: {
      label: texts[totals[row.moneyState ?? 'arrived']],
      amount: writer.currencySymbol(row.payoutAmount, currency),
      unit: currency,
    },
    groups: [termsOf(row, writer), partiesOf(row, writer), proofsOf(row, writer)],
    check: {
      url: `${deps.publicUrl}/receipt/${receiptCode(deps.env.encryptionKey, row.id)}`,
      title: texts.checkTitle,
      text: texts.checkText,
    },
    footer: [
      interpolate(texts.operator, { ...brand, brand: brand.name }),
      interpolate(texts.madeOn, { at: writer.momentText(deps.now()) }),
    ],
  };
}

/** The label of the total of a receipt, by the state of the money. */
const totals = { arrived: 'total', sent: 'totalSent', returned: 'totalReturned', reversed: 'totalReversed' } as const;

/** The state of the money, with its day; completed once the bank reports its arrival. */
function stateText({ status, moneyState, moneyAt }: OrderDocument, { texts, boundText }: DocumentWriting): string {
  if (moneyState === null || moneyState === 'arrived' || moneyAt === null) return texts.statuses[status];
  return interpolate(texts.money[moneyState], { on: boundText(moneyAt.slice(0, 10)) });
}

type Lines = [label: string, value: string][];

function termsOf(row: OrderDocument, writer: DocumentWriting): Lines {
  const { coinText, numberText, moneyText, rateText } = writer;
  const texts = writer.texts.receipt;
  const { type, unit, amount, payoutCurrency: currency } = row;
  const givenText = type === 'fiat' ? moneyText(amount, unit) : coinText(amount, unit);
  const fee: Lines =
    type === 'fiat'
      ? [[texts.feePlain, texts.noFee]]
      : [
          [texts.subtotal, moneyText(row.grossAmount, currency)],
          [
            interpolate(texts.fee, { percent: numberText(row.feePercent) }),
            `\u2212${moneyText(row.feeAmount, currency)}`,
          ],
        ];
  return [[texts.given, givenText], [texts.rate, rateText(unit, currency, row.rate)], ...fee];
}

function partiesOf(row: Receipt, writer: DocumentWriting): Lines {
  const { receipt: texts, methods } = writer.texts;
  return interpolated([
    [texts.customer, row.customer],
    [texts.method, brandOf(row.method) ?? methods.bank],
    [texts.accountName, row.accountName],
    [texts.bank, railKindOf(row.method) === 'bank' ? row.bankName : null],
    [
      isMobileRail(row.method ?? '') ? texts.mobile : texts.account,
      row.accountNumber && maskAccount(row.accountNumber),
    ],
  ]);
}

function proofsOf(row: Receipt, { texts: { receipt: texts, report }, momentText }: DocumentWriting): Lines {
  return interpolated([
    [texts.createdAt, interpolate(report.utc, { at: momentText(row.createdAt) })],
    [
      texts.completedAt,
      isEnded(row) ? null : row.decidedAt && interpolate(report.utc, { at: momentText(row.decidedAt) }),
    ],
    [texts.payoutId, row.adminTransactionId],
    [texts.hash, row.transactionHash],
  ]);
}

/** True if the money of an order is back. */
const isEnded = ({ moneyState }: OrderDocument) => moneyState === 'returned' || moneyState === 'reversed';

function interpolated(lines: readonly [string, string | null][]): Lines {
  return lines.flatMap(([label, value]) => (value ? [[label, value] satisfies Lines[number]] : []));
}

/** Receipts are passed on: the end of the account is enough to recognize it. */
function maskAccount(account: string): string {
  if (account.includes('@')) return account.replace(/^(.{1,2}).*(@.*)$/, '$1\u2022\u2022\u2022$2');
  return `\u2022\u2022\u2022\u2022 ${account.slice(-4)}`;
}

const idBytes = 16;
const macBytes = 16;
const shape = /^[A-Za-z0-9_-]{43}$/;

const macOf = (secret: string, id: Id<'order'>) => signFields(secret, 'receipts', [id]).subarray(0, macBytes);

/**
 * Returns the code of a receipt: the order, and 128 bits that only this key can make. Nothing is stored, and it cannot
 * be guessed.
 */
export function receiptCode(secret: string, id: Id<'order'>): string {
  return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), macOf(secret, id)]).toString('base64url');
}

/** The order a code was made for; undefined for everything that is not exactly such a code. */
export function orderOfCode(secret: string, code: string): string | undefined {
  if (!shape.test(code)) return undefined;
  const bytes = Buffer.from(code, 'base64url');
  // The last letter has spare bits: of its spellings only the one that was printed counts.
  if (bytes.toString('base64url') !== code) return undefined;
  const hex = bytes.subarray(0, idBytes).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const isOurs = acceptedKeys(secret).some((key) => timingSafeEqual(bytes.subarray(idBytes), macOf(key, id)));
  return isOurs ? id : undefined;
}
