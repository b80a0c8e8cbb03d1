import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { enumParam } from '#client/lib/browser/useListParams.ts';
import { useShortcutKeys, useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { AdminPageHeader } from '#client/ui/layout/AdminPage.tsx';
import { Tabs } from '#client/ui/layout/Tabs.tsx';
import { reconciliationQuery } from '../books.queries.ts';
import { DisposalsDialog } from './DisposalsDialog.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { Journal } from './Journal.tsx';
import { ManualEntryDialog } from './ManualEntryDialog.tsx';
import { Months } from './Months.tsx';
import { Positions } from './Positions.tsx';
import { ProfitTab } from './ProfitTab.tsx';
import { RateDialog } from './RateDialog.tsx';
import { unexplained } from './reconciliation/books.differences.ts';
import { Reconciliation } from './reconciliation/Reconciliation.tsx';

const tabs = ['positions', 'journal', 'profit', 'reconciliation', 'months'] as const;
const screens = {
  positions: Positions,
  journal: Journal,
  profit: ProfitTab,
  reconciliation: Reconciliation,
  months: Months,
};

const changes = [
  ['rate', 'rate.button'],
  ['disposals', 'disposals.button'],
  ['manual', 'manual.button'],
] as const;
type Dialog = (typeof changes)[number][0] | 'export';
const dialogs = { manual: ManualEntryDialog, disposals: DisposalsDialog, rate: RateDialog, export: ExportDialog };

/** The book: where every coin and every cent is, the profit, and the months to close. */
export function BooksPage() {
  const { t } = useTranslation('books.admin');
  const may = useMay();
  const [search] = useSearchParams();
  const current = enumParam(search, 'tab', tabs) ?? 'positions';
  const [open, setOpen] = useState<Dialog>();
  const { data: found } = useQuery(reconciliationQuery);
  const mayChange = may('settings.write');
  const shortcuts = useShortcutSwitch();
  useShortcutKeys('screen', { n: () => setOpen('manual') }, shortcuts.isOn && mayChange);
  const Screen = screens[current];
  const Open = open && dialogs[open];
  const count = found && unexplained(found);
  return (
    <div className="flex w-full max-w-7xl flex-col gap-5 p-4 md:p-6">
      <AdminPageHeader title={t('title')} lede={t('lede')}>
        <Button text={t('export.button')} size="small" onClick={() => setOpen('export')} />
        {mayChange &&
          changes.map(([change, text]) => (
            <Button
              key={change}
              size="small"
              // Beside the months it is their closing that is filled.
              variant={change === 'manual' && current !== 'months' ? 'filled' : 'outline'}
              className={change === 'manual' ? 'max-sm:order-first' : undefined}
              aria-keyshortcuts={change === 'manual' && shortcuts.isOn ? 'N' : undefined}
              onClick={() => setOpen(change)}
            >
              {t(text)}
            </Button>
          ))}
      </AdminPageHeader>
      <Tabs
        label={t('title')}
        tabs={tabs.map((id) => ({
          id,
          text: t(`tab.${id}`),
          ...(id === 'reconciliation' && count && { count }),
        }))}
        current={current}
      />
      <Screen />
      {Open && <Open onClose={() => setOpen(undefined)} />}
    </div>
  );
}
