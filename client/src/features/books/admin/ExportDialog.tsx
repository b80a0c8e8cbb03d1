import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMonth } from '#client/lib/format/format.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { ActionDialog } from '#client/ui/overlay/ActionDialog.tsx';
import { journalFormats, verifiedFormats, type JournalFormat } from '#shared/books/books.contract.ts';
import { periodsQuery, saveJournal } from '../books.queries.ts';

const names: Record<JournalFormat, string> = {
  csv: 'CSV',
  hledger: 'hledger',
  xero: 'Xero',
  quickbooks: 'QuickBooks',
  odoo: 'Odoo',
};

/** The entries of a month for the accountant, in the columns of their program. */
export function ExportDialog({ month: givenMonth, onClose }: { month?: string; onClose: () => void }) {
  const { t } = useTranslation('books.admin');
  const { data: periods } = useQuery(periodsQuery);
  // The newest month is the current one, also while the others are fetched.
  const [month, setMonth] = useState(() => givenMonth ?? new Date().toISOString().slice(0, 7));
  const [format, setFormat] = useState<JournalFormat>('csv');
  const nameOf = (value: JournalFormat) =>
    verifiedFormats.includes(value) ? names[value] : t('export.unverified', { name: names[value] });
  return (
    <ActionDialog
      title={t('export.title')}
      confirm={t('export.save')}
      failed={t('failed.export')}
      done={t('export.done')}
      act={() => saveJournal({ month, format })}
      onClose={onClose}
    >
      {periods ? (
        <Select
          label={t('export.month')}
          options={periods.map((period) => [period.month, formatMonth(`${period.month}-01`)])}
          value={month}
          onValue={setMonth}
        />
      ) : (
        <Skeleton line="h-12 rounded-control" />
      )}
      <Select
        label={t('export.format')}
        options={journalFormats.map((value) => [value, nameOf(value)])}
        value={format}
        onValue={(value) => setFormat(journalFormats.find((option) => option === value) ?? 'csv')}
      />
      {!verifiedFormats.includes(format) && (
        <Note tone="warning">{t('export.unverifiedText', { name: names[format] })}</Note>
      )}
    </ActionDialog>
  );
}
