import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callFile, type Route } from '#client/lib/api/call.ts';
import { localDays } from '#client/lib/browser/local-days.ts';
import { saveFile } from '#client/lib/browser/save-file.ts';
import { formatBytes } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { SegmentedControl } from '#client/ui/form/chips/SegmentedControl.tsx';
import { DayRange } from '#client/ui/form/DateInput.tsx';
import type { ExportedList, ExportProps } from '#client/ui/layout/ExportSlot.tsx';
import { ActionDialog } from '#client/ui/overlay/ActionDialog.tsx';
import type { Permission } from '#shared/kernel/permission.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

const exported = <Path extends Route>(route: Path, may: Permission) => ({ route, may });
const lists = {
  transactions: exported('GET /api/admin/transactions/export', 'books.read'),
  fees: exported('GET /api/admin/fees/export', 'books.read'),
  users: exported('GET /api/admin/users/export', 'audit.read'),
  kyc: exported('GET /api/admin/kyc-requests/export', 'audit.read'),
  audit: exported('GET /api/admin/audit-log/export', 'audit.read'),
  newsletter: exported('GET /api/admin/newsletter/export', 'content.write'),
} satisfies Record<ExportedList, { route: Route; may: Permission }>;

type Format = 'csv' | 'pdf';
const timeoutMs = 30 * minuteMs;

/** Exports a list of the admin side as a file. */
export function ExportButton(props: ExportProps) {
  const { t } = useTranslation('admin.common');
  const may = useMay();
  const [open, setOpen] = useState(false);
  if (!may(lists[props.list].may)) return null;
  return (
    <>
      <Button
        text={props.iconOnly ? undefined : t('export.button')}
        size="small"
        icon={<Download className="size-4" />}
        aria-haspopup="dialog"
        aria-label={t('export.button')}
        title={props.isEmpty ? t('export.nothing') : props.iconOnly ? t('export.button') : undefined}
        disabled={props.isEmpty}
        className="min-w-9"
        onClick={() => setOpen(true)}
      />
      {open && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Asks for the range, and for the format where there is a choice; then saves the file. */
function ExportDialog({ list, filter, onClose }: ExportProps & { onClose: () => void }) {
  const { t } = useTranslation('admin.common');
  const [range, setRange] = useState({ from: dayOf(filter.from), to: dayOf(filter.to) });
  const [format, setFormat] = useState<Format>('csv');
  const [receivedBytes, setReceivedBytes] = useState<number>();
  // The fees are summed by day in UTC; the other lists are exported as they are shown.
  const isByUtcDay = list === 'fees';
  const save = async () => {
    setReceivedBytes(0);
    try {
      const days = isByUtcDay ? range : localDays(range);
      const query = { ...filter, ...days, ...(list === 'transactions' && { format }) };
      const { blob, name } = await callFile(lists[list].route, {
        query,
        timeoutMs,
        onDownloadProgress: setReceivedBytes,
      });
      saveFile({ blob, name });
      toast({ title: t('export.done'), text: name });
    } finally {
      setReceivedBytes(undefined);
    }
  };
  return (
    <ActionDialog
      title={t(`export.title.${list}`)}
      confirm={t('export.button')}
      failed={t('export.failed')}
      act={save}
      onClose={onClose}
    >
      <p>{t('export.text')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <DayRange
          labels={{ from: t('export.from'), to: t('export.to') }}
          from={range.from}
          to={range.to}
          onChange={(change) => setRange({ ...range, ...change })}
        />
      </div>
      <p className="text-sm text-muted">{isByUtcDay ? t('export.daysUtc') : t('export.days')}</p>
      {list === 'transactions' && (
        <SegmentedControl
          label={t('export.format')}
          options={[
            { value: 'csv', text: 'CSV' },
            { value: 'pdf', text: 'PDF' },
          ]}
          chosen={format}
          onChange={setFormat}
        />
      )}
      <output className="text-muted empty:hidden">
        {receivedBytes !== undefined && t('export.received', { size: formatBytes(receivedBytes) })}
      </output>
    </ActionDialog>
  );
}

const dayOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
