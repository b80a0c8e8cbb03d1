import type { z } from 'zod';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { accountById } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/actor.ts';
import { TooMany } from '#server/http/refusal.ts';
import type { FileAnswer } from '#server/http/send-file.ts';
import { streamOf } from '#server/http/stream.ts';
import type { TableDocument } from '#server/pdf/documents.ts';
import { renderPdf } from '#server/pdf/render.ts';
import type { Platform } from '#server/platform.ts';
import type { exportOrders } from '#shared/orders/orders.receipts.contract.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { interpolate, writingIn, type DocumentWriting } from './orders.documents.format.ts';
import { streamOwnOrders, type DocumentRow } from './orders.documents.queries.ts';
import { csvOf, givenText } from './orders.export.csv.ts';
import { ownFilter } from './orders.lists.service.ts';

type Query = z.output<(typeof exportOrders)['query']>;
type ExportDeps = Pick<Platform, 'db' | 'now'> & SettingsPorts;

/** Users with an export running in this process: one each, so that a few cannot block everybody. */
const inFlight = new Set<string>();

/** All orders of the caller that fit, made while they are sent, in the caller's language. Refuses a second export beside a running one. */
export async function exportOwn(
  deps: ExportDeps,
  actor: Actor,
  query: Query,
  language: LanguageCode,
): Promise<FileAnswer> {
  const { userId } = actor;
  if (inFlight.has(userId)) {
    throw new TooMany(5, 'export_running');
  }
  inFlight.add(userId);
  const rows = streamOwnOrders(deps.db, userId, ownFilter(query));
  try {
    const writing = writingIn(language);
    const chunks =
      query.format === 'csv'
        ? csvOf(rows, writing.texts)
        : renderPdf(await reportOf(deps, actor, query, writing), filterValue(rows, writing));
    return {
      stream: await streamOf(andThen(chunks, () => inFlight.delete(userId))),
      size: null,
      type: query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
      downloadName: fileName(deps, query.format),
      inline: false,
    };
  } catch (error) {
    inFlight.delete(userId);
    throw error;
  }
}

/** Passes the pieces on, and does what is to be done after the last, however it ends. */
async function* andThen<Chunk>(chunks: AsyncIterable<Chunk>, last: () => void): AsyncGenerator<Chunk> {
  try {
    yield* chunks;
  } finally {
    last();
  }
}

/** The brand and the day: "landfall-transactions-2026-11-21.csv". */
function fileName(deps: ExportDeps, format: string): string {
  return `${slug(settingsOf(deps).brand.name)}-transactions-${deps.now().toISOString().slice(0, 10)}.${format}`;
}

function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? 'desk'
  );
}

async function reportOf(
  deps: ExportDeps,
  { userId }: Actor,
  query: Query,
  writing: DocumentWriting,
): Promise<TableDocument> {
  const { report: texts, csv } = writing.texts;
  const account = await accountById(deps.db, userId);
  const name = account ? `${account.user.firstName} ${account.user.lastName}` : '';
  const filters = filterText(query, writing);
  return {
    kind: 'table',
    language: writing.language,
    brand: settingsOf(deps).brand.name,
    title: texts.title,
    createdAt: deps.now(),
    details: [
      [texts.customer, name],
      [texts.period, periodText(query, writing)],
      ...(filters ? [[texts.filters, filters] as const] : []),
      [texts.createdAt, interpolate(texts.utc, { at: writing.momentText(deps.now()) })],
    ],
    columns: [
      { header: texts.date, share: 0.115 },
      { header: csv.reference, share: 0.085 },
      { header: csv.given, share: 0.115 },
      { header: csv.amount, share: 0.115, end: true },
      { header: csv.valueUsd, share: 0.1, end: true },
      { header: csv.rate, share: 0.165, end: true },
      { header: csv.fee, share: 0.1, end: true },
      { header: csv.payout, share: 0.13, end: true },
      { header: csv.status, share: 0.075 },
    ],
    footer: texts.footer,
    pageLabel: texts.page,
    total: texts.total,
  };
}

function periodText({ from, to }: Query, { texts: { report: texts }, dayText }: DocumentWriting): string {
  if (from && to) return interpolate(texts.fromTo, { from: dayText(from), to: dayText(to) });
  if (from) return interpolate(texts.since, { from: dayText(from) });
  return to ? interpolate(texts.until, { to: dayText(to) }) : texts.allTime;
}

function filterText({ q, status, type, currency }: Query, { texts }: DocumentWriting): string {
  const statuses = status === undefined ? [] : [status].flat();
  return [
    ...statuses.map((one) => texts.statuses[one]),
    type && texts.types[type],
    currency,
    q && interpolate(texts.report.search, { q }),
  ]
    .filter(Boolean)
    .join(', ');
}

async function* filterValue(
  batches: AsyncIterable<readonly DocumentRow[]>,
  writing: DocumentWriting,
): AsyncGenerator<string[][]> {
  for await (const rows of batches) yield rows.map((row) => cellsOf(row, writing));
}

function cellsOf(row: DocumentRow, writing: DocumentWriting): string[] {
  const { texts, coinText, currencySymbol, moneyText, momentText, rateText } = writing;
  const { type, unit, amount, payoutCurrency: currency } = row;
  return [
    momentText(row.createdAt),
    row.reference,
    givenText(row),
    type === 'fiat' ? moneyText(amount, unit) : coinText(amount, unit),
    currencySymbol(row.valueUsd, 'USD'),
    rateText(unit, currency, row.rate),
    currencySymbol(row.feeAmount, currency),
    moneyText(row.payoutAmount, currency),
    texts.statuses[row.status],
  ];
}
