import type { z } from 'zod';
import { exportForAdmin, exportAudited, visibleTo } from '#server/features/audit/audit.export.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { csvOf, textCell, type CsvColumn } from '#server/lib/csv.ts';
import { renderPdf } from '#server/pdf/render.ts';
import { adminOrderView } from '#shared/orders/admin/orders.admin.contract.ts';
import { batchReference } from '#shared/orders/orders.payout.ts';
import { orderReason } from '#shared/orders/orders.reasons.ts';
import type { exportFees, exportOrderBook } from '#shared/orders/orders.receipts.contract.ts';
import { paymentDetailsView } from '#shared/payout-accounts/payout-accounts.contract.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { bookFilter, bookSearch } from '../list/orders.lists.service.ts';
import { orderReasonText } from '../orders.mail.templates.ts';
import type { OrdersDeps } from '../orders.ports.ts';
import { readFees } from '../stats/orders.stats.queries.ts';
import { dayOf, type DayFee } from '../stats/orders.stats.service.ts';
import { documentWriting, type DocumentWriting } from './orders.documents.format.ts';
import { documentsOf, type BookDocument } from './orders.documents.present.ts';
import { streamBook } from './orders.documents.queries.ts';
import { cellsOf, linesOf, orderColumns, reportColumns, reportHead } from './orders.export.service.ts';

type Query = z.output<(typeof exportOrderBook)['query']>;
type FeeQuery = z.output<(typeof exportFees)['query']>;

const bookRow = adminOrderView.extend(paymentDetailsView.shape);

// Always English: accountants and authorities compare the files of several users.
const bookColumns: CsvColumn<BookDocument>[] = [
  ...orderColumns(documentWriting('en').texts),
  ['Customer', ({ customer }) => textCell(customer)],
  ['Email', ({ userEmail }) => textCell(userEmail)],
  ['Account name', ({ accountName }) => textCell(accountName)],
  ['Account number', ({ accountNumber }) => textCell(accountNumber)],
  ['Bank', ({ bankName }) => textCell(bankName)],
  ['Decided by', ({ decidedBy }) => textCell(decidedBy)],
  ['Stage', ({ stage }) => textCell(stage)],
  ['Batch', ({ paid }) => textCell(paid?.batchSeq ? batchReference(paid.batchSeq) : null)],
  ['Came back', ({ paid }) => textCell(paid?.returnedAt?.toISOString().slice(0, 19).replace('T', ' ') ?? null)],
  [
    'Notes',
    ({ notes, because }) => textCell(because === null ? notes : orderReasonText('en', orderReason.parse(because))),
  ],
];

/** Exports the matching orders as CSV, or as PDF in `language`, newest first. */
export async function exportBook(
  deps: OrdersDeps,
  actor: Actor,
  query: Query,
  language: LanguageCode,
): Promise<FileAnswer> {
  const { format, since, ...filter } = query;
  return exportForAdmin(deps, actor, {
    audited: auditRecord('transaction.exported', exportAudited(format, filter)),
    name: 'transactions',
    format,
    chunks: async () => {
      const search = await bookSearch(deps.db, actor, { ...filter, since });
      const rows = visibleTo(actor, bookRow, documentsOf(streamBook(deps.db, bookFilter(filter, actor), search)));
      if (format === 'csv') return csvOf(rows, bookColumns);
      const writer = documentWriting(language);
      return renderPdf(
        bookReport(deps, query, writer),
        linesOf(rows, (row) => cellsOf(row, writer, [row.customer, row.decidedBy ?? ''])),
      );
    },
  });
}

function bookReport(deps: OrdersDeps, query: Query, writer: DocumentWriting) {
  const { customer, decidedBy } = writer.texts.report;
  const columns = reportColumns(writer, { header: customer, share: 0.09 }, { header: decidedBy, share: 0.075 });
  return { ...reportHead(deps, query, writer, []), columns };
}

const feeColumns: CsvColumn<DayFee>[] = [
  ['Day (UTC)', ({ day }) => day],
  ['Currency', ({ currency }) => currency],
  ['Completed orders', ({ orders }) => String(orders)],
  ['Fees', ({ fee }) => fee],
  ['Paid out', ({ payout }) => payout],
];

/** Fees of completed orders by day and payout currency as a CSV, newest day first. */
export async function exportFeeList(deps: OrdersDeps, actor: Actor, query: FeeQuery): Promise<FileAnswer> {
  const { from = '1970-01-01', to = dayOf(deps.now()) } = query;
  return exportForAdmin(deps, actor, {
    audited: auditRecord('fee.exported', { format: 'csv', ...query }),
    name: 'fees',
    format: 'csv',
    chunks: () =>
      csvOf(
        oneBatch(() => readFees(deps.db, { from, to })),
        feeColumns,
      ),
  });
}

/** A day has one row a currency, so that years of them are one small batch. */
async function* oneBatch<Row>(read: () => Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await read();
}
