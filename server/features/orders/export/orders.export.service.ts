import type { z } from 'zod';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { accountById } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { exclusiveStream } from '#server/http/serving/exclusive-stream.ts';
import { csvOf, momentCell, textCell, type CsvColumn } from '#server/lib/csv.ts';
import { interpolate } from '#server/lib/texts.ts';
import type { TableColumn, TableDocument } from '#server/pdf/documents.ts';
import { renderPdf } from '#server/pdf/render.ts';
import type { Platform } from '#server/platform.ts';
import { isRefused } from '#shared/orders/orders.lifecycle.ts';
import type { exportOrders } from '#shared/orders/orders.receipts.contract.ts';
import { isRefundStage } from '#shared/orders/orders.stages.ts';
import { coinName } from '#shared/reference/coin-name.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { ownFilter } from '../list/orders.lists.service.ts';
import type { OrdersDeps } from '../orders.ports.ts';
import { documentWriting, type DocumentTexts, type DocumentWriting } from './orders.documents.format.ts';
import { documentsOf, type OrderDocument } from './orders.documents.present.ts';
import { readPaidSums, streamOwnOrders } from './orders.documents.queries.ts';

/** Names the asset that was given: a coin by name and symbol, an exchange by its two currencies. */
function givenText({ type, cryptoName, unit, payoutCurrency }: OrderDocument): string {
  return type === 'fiat' ? `${unit} \u2192 ${payoutCurrency}` : `${cryptoName} (${unit})`;
}

type Cell = (row: OrderDocument, texts: DocumentTexts) => string;

/** The status of an order; or that its money was returned or its coins go back. */
function statusText({ status, stage, moneyState }: OrderDocument, { statuses, ended }: DocumentTexts): string {
  if (isRefundStage(stage)) return ended[stage];
  return moneyState === 'returned' || moneyState === 'reversed' ? ended[moneyState] : statuses[status];
}

/** Column by column: the specified six first. Amounts are plain decimals, as PostgreSQL has them. */
const columns: readonly (readonly [keyof DocumentTexts['csv'], Cell])[] = [
  ['date', ({ createdAt }) => momentCell(createdAt)],
  ['given', (row) => textCell(givenText(row))],
  ['amount', ({ amount }) => amount],
  ['valueUsd', ({ valueUsd }) => valueUsd],
  ['status', (row, texts) => textCell(statusText(row, texts))],
  ['id', ({ id }) => textCell(id)],
  ['reference', ({ reference }) => textCell(reference)],
  ['type', ({ type }, { types }) => textCell(types[type])],
  ['unit', ({ unit }) => textCell(unit)],
  ['rate', ({ rate }) => rate],
  ['feePercent', ({ feePercent }) => feePercent],
  ['fee', ({ feeAmount }) => feeAmount],
  ['payout', ({ payoutAmount }) => payoutAmount],
  ['agreedPayout', ({ agreedPayout }) => agreedPayout],
  ['payoutCurrency', ({ payoutCurrency }) => textCell(payoutCurrency)],
  ['decidedAt', ({ decidedAt }) => momentCell(decidedAt)],
  ['hash', ({ transactionHash }) => textCell(transactionHash)],
  ['payoutId', ({ adminTransactionId }) => textCell(adminTransactionId)],
];

/** The columns with their names, and the names of states, in the language of these texts. */
export function orderColumns(texts: DocumentTexts): CsvColumn<OrderDocument>[] {
  return columns.map(([name, cell]) => [texts.csv[name], (row) => cell(row, texts)]);
}

type Query = z.output<(typeof exportOrders)['query']>;

/**
 * Exports the caller's matching orders in their language, made while they are sent. Refuses with too_many_requests a
 * second export beside a running one.
 */
export async function exportOwn(
  deps: OrdersDeps,
  actor: Actor,
  query: Query,
  language: LanguageCode,
): Promise<FileAnswer> {
  const { userId } = actor;
  const writer = documentWriting(language);
  const stream = await exclusiveStream(userId, async () => {
    const rows = documentsOf(streamOwnOrders(deps.db, userId, ownFilter(query)));
    return query.format === 'csv'
      ? csvOf(rows, orderColumns(writer.texts))
      : renderPdf(
          await reportOf(deps, actor, query, writer),
          linesOf(rows, (row) => cellsOf(row, writer)),
        );
  });
  return {
    stream,
    size: null,
    type: query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
    downloadName: fileName(deps, query.format),
    inline: false,
  };
}

/** The brand and the day: "landfall-transactions-2026-11-21.csv". */
function fileName(deps: OrdersDeps, format: string): string {
  return `${slug(settingsOf(deps).brand.name)}-transactions-${deps.now().toISOString().slice(0, 10)}.${format}`;
}

function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? 'landfall'
  );
}

async function reportOf(
  deps: OrdersDeps,
  { userId }: Actor,
  query: Query,
  writer: DocumentWriting,
): Promise<TableDocument> {
  const account = await accountById(deps.db, userId);
  const name = account ? `${account.user.firstName} ${account.user.lastName}` : '';
  const { report: texts, receipt, csv } = writer.texts;
  const sums = await readPaidSums(deps.db, { ...ownFilter(query), userId });
  const paidTexts = sums.map(({ currency, amount }) => writer.moneyText(amount, currency)).join(' \u00b7 ');
  const details: TableDocument['details'] = [
    [texts.customer, name],
    ...(paidTexts ? [[receipt.totalSent, paidTexts] as const] : []),
  ];
  return {
    ...reportHead(deps, query, writer, details),
    columns: reportColumns(writer, { header: csv.rate, share: 0.165, end: true }),
  };
}

type ReportQuery = Omit<Query, 'format'>;

/** Title, range and filters of a report; `details` are first. */
export function reportHead(
  deps: Pick<Platform, 'now'> & SettingsPorts,
  query: ReportQuery,
  writer: DocumentWriting,
  details: TableDocument['details'],
): Omit<TableDocument, 'columns'> {
  const { report: texts } = writer.texts;
  const filters = filterText(query, writer);
  return {
    kind: 'table',
    language: writer.language,
    brand: settingsOf(deps).brand.name,
    title: texts.title,
    createdAt: deps.now(),
    details: [
      ...details,
      [texts.period, periodText(query, writer)],
      ...(filters ? [[texts.filters, filters] as const] : []),
      [texts.createdAt, interpolate(texts.utc, { at: writer.momentText(deps.now()) })],
    ],
    footer: texts.footer,
    pageLabel: texts.page,
    total: texts.total,
  };
}

/** The columns of a report; `own` are those between the value and the fee, 0.165 of the width. */
export function reportColumns(
  { texts: { report: texts, csv } }: DocumentWriting,
  ...ownColumns: readonly TableColumn[]
): TableColumn[] {
  return [
    { header: texts.date, share: 0.115 },
    { header: csv.reference, share: 0.085 },
    { header: csv.given, share: 0.115 },
    { header: csv.amount, share: 0.115, end: true },
    { header: csv.valueUsd, share: 0.1, end: true },
    ...ownColumns,
    { header: csv.fee, share: 0.1, end: true },
    { header: csv.payout, share: 0.13, end: true },
    { header: csv.status, share: 0.075 },
  ];
}

function periodText({ from, to }: ReportQuery, { texts: { report: texts }, boundText }: DocumentWriting): string {
  if (from && to) return interpolate(texts.fromTo, { from: boundText(from), to: boundText(to) });
  if (from) return interpolate(texts.since, { from: boundText(from) });
  return to ? interpolate(texts.until, { to: boundText(to) }) : texts.allTime;
}

function filterText({ q, status, type, currency }: ReportQuery, { texts }: DocumentWriting): string {
  const statuses = status === undefined ? [] : [status].flat();
  return [
    ...statuses.map((item) => texts.statuses[item]),
    type && texts.types[type],
    currency,
    q && interpolate(texts.report.search, { q }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The rows of a report, as they are read. */
export async function* linesOf<Row>(
  batches: AsyncIterable<readonly Row[]>,
  cells: (row: Row) => string[],
): AsyncGenerator<string[][]> {
  for await (const rows of batches) yield rows.map(cells);
}

/** Replaces a sum that was refused, returned or reversed. An open sum is shown, because its status names it. */
const unpaidMark = '\u2013';
const isUnpaid = ({ status, moneyState }: OrderDocument): boolean =>
  isRefused(status) || moneyState === 'returned' || moneyState === 'reversed';

/** The cells of a report; `own` as in `reportColumns`, the rate unless something else is named. */
export function cellsOf(row: OrderDocument, writer: DocumentWriting, ownCells?: readonly string[]): string[] {
  const { texts, coinText, currencySymbol, moneyText, momentText, rateText } = writer;
  const { type, unit, amount, payoutCurrency: currency } = row;
  return [
    momentText(row.createdAt),
    row.reference,
    coinName(givenText(row)),
    type === 'fiat' ? moneyText(amount, unit) : coinText(amount, unit),
    currencySymbol(row.valueUsd, 'USD'),
    ...(ownCells ?? [rateText(unit, currency, row.rate)]),
    isUnpaid(row) ? unpaidMark : currencySymbol(row.feeAmount, currency),
    isUnpaid(row) ? unpaidMark : moneyText(row.payoutAmount, currency),
    statusText(row, texts),
  ];
}
