import { useQuery } from '@tanstack/react-query';
import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#client/lib/api/online.ts';
import { formatMonth } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { DateInput } from '#client/ui/form/DateInput.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { countQuery, useExport, type ExportQuery } from '../orders.queries.ts';
import type { ListState } from './useListState.ts';

/** The id of the text that says why this page's buttons are disabled without a network. */
export const whyOffline = 'orders-offline';

/** The button that exports the customer's orders; disabled without a connection. */
export function ExportButton({ state }: { state: ListState }) {
  const { t } = useTranslation('orders');
  const online = useOnline();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        text={t('export.button')}
        className="min-h-12"
        icon={<Download className="size-5" />}
        aria-haspopup="dialog"
        disabled={!online}
        aria-describedby={online ? undefined : whyOffline}
        onClick={() => setOpen(true)}
      />
      {open && <ExportDialog state={state} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Range and format; the filters of the list apply. Matching orders are counted before a file is made. */
function ExportDialog({ state, onClose }: { state: ListState; onClose: () => void }) {
  const { t } = useTranslation(['orders', 'common']);
  const { page: _page, pageSize: _size, ...filters } = state.query;
  const [range, setRange] = useState({ from: filters.from ?? '', to: filters.to ?? '' });
  const query: ExportQuery = { ...filters, from: range.from || undefined, to: range.to || undefined };
  const isTurned = Boolean(range.from && range.to && range.from > range.to);
  const count = useQuery({ ...countQuery(query), enabled: !isTurned });
  const createExport = useExport();
  const countId = useId();
  const isOpen = !isTurned && count.data !== undefined && count.data > 0;
  const make = (format: 'pdf' | 'csv') =>
    createExport.mutate(
      { format, ...query },
      {
        onSuccess: (name) => {
          toast({ title: t('export.done'), text: name });
          onClose();
        },
      },
    );
  const busyWith = createExport.isPending ? createExport.variables.format : undefined;

  return (
    <Dialog open onClose={onClose} locked={createExport.isPending} title={t('export.title')} widthPx={480}>
      <div className="flex flex-col gap-5">
        <Periods range={range} onChange={setRange} />
        <Days range={range} isTurned={isTurned} onChange={setRange} />
        <p id={countId} aria-live="polite" className="text-sm text-muted">
          <Matching count={isTurned ? undefined : count.data} /> <ChosenFilters state={state} /> {t('export.utc')}
        </p>
        <Problem error={count.error} />
        <Problem error={createExport.error} title={createExport.error ? t('export.failed') : undefined} />
        <div className="flex flex-wrap gap-3">
          <Button
            text={t('export.pdf')}
            variant="filled"
            className="flex-1"
            busy={busyWith === 'pdf'}
            disabled={!isOpen || busyWith === 'csv'}
            aria-describedby={countId}
            icon={<FileText className="size-5" />}
            onClick={() => make('pdf')}
          />
          <Button
            text={t('export.csv')}
            className="flex-1"
            busy={busyWith === 'csv'}
            disabled={!isOpen || busyWith === 'pdf'}
            aria-describedby={countId}
            icon={<FileSpreadsheet className="size-5" />}
            onClick={() => make('csv')}
          />
        </div>
      </div>
    </Dialog>
  );
}

interface Range {
  from: string;
  to: string;
}

/** The last two months and years as ranges: a statement in one press. */
function Periods({ range, onChange }: { range: Range; onChange: (range: Range) => void }) {
  const { t } = useTranslation('orders');
  const [openedAt] = useState(() => new Date());
  const year = openedAt.getUTCFullYear();
  const month = openedAt.getUTCMonth();
  const period = (label: string, first: number, months: number) => {
    const dayOf = (ofMonth: number, day: number) => new Date(Date.UTC(year, ofMonth, day)).toISOString().slice(0, 10);
    return { from: dayOf(first, 1), to: dayOf(first + months, 0), label: label || formatMonth(dayOf(first, 1)) };
  };
  const periods = [
    period('', month, 1),
    period('', month - 1, 1),
    period(String(year), 0, 12),
    period(String(year - 1), -12, 12),
  ];
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-2 text-sm font-medium">{t('export.periods')}</legend>
      {periods.map(({ label, ...days }) => (
        <Button
          key={label}
          text={label}
          size="small"
          aria-pressed={range.from === days.from && range.to === days.to}
          onClick={() => onChange(days)}
        />
      ))}
    </fieldset>
  );
}

/** First and last day, both included; an empty one sets no bound. */
function Days({ range, isTurned, onChange }: { range: Range; isTurned: boolean; onChange: (range: Range) => void }) {
  const { t } = useTranslation('orders');
  const textOf = useErrorText();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DateInput
        label={t('export.from')}
        optional
        value={range.from}
        max={range.to || undefined}
        error={isTurned ? textOf({ reason: 'days_reversed' }) : undefined}
        onValue={(day) => onChange({ ...range, from: day })}
      />
      <DateInput
        label={t('export.to')}
        optional
        value={range.to}
        min={range.from || undefined}
        onValue={(day) => onChange({ ...range, to: day })}
      />
    </div>
  );
}

function Matching({ count }: { count: number | undefined }) {
  const { t } = useTranslation('orders');
  if (count === undefined) return <>{t('export.counting')}</>;
  return (
    <strong className="font-medium text-ink">{count === 0 ? t('export.none') : t('export.count', { count })}</strong>
  );
}

/** The list filters that narrow the export, with the list's labels. */
function ChosenFilters({ state: { filters } }: { state: ListState }) {
  const { t } = useTranslation('orders');
  const filterTexts = [
    ...filters.status.map((status) => t(`filter.is.${status}`)),
    filters.type && t(filters.type === 'sell' ? 'filter.sales' : 'filter.exchanges'),
    filters.q,
  ].flatMap((text) => text || []);
  return filterTexts.length > 0 ? <>{t('export.filtered', { filters: formatList(filterTexts) })}</> : null;
}
