import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { enumParam } from '#client/lib/browser/useListParams.ts';
import { useMediaQuery } from '#client/lib/browser/useMediaQuery.ts';
import { useShortcutKeys, useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { AdminPageHeader } from '#client/ui/layout/AdminPage.tsx';
import { Tabs } from '#client/ui/layout/Tabs.tsx';
import { Menu, menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { reconciliationQuery } from '../books.queries.ts';
import { DisposalsDialog } from './DisposalsDialog.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { Journal } from './Journal.tsx';
import { ManualEntryDialog } from './ManualEntryDialog.tsx';
import { Months } from './Months.tsx';
import { Positions } from './Positions.tsx';
import { ProfitTab } from './ProfitTab.tsx';
import { RateDialog } from './RateDialog.tsx';
import { countUnexplained } from './reconciliation/books.differences.ts';
import { Reconciliation } from './reconciliation/Reconciliation.tsx';

const tabs = ['positions', 'journal', 'profit', 'reconciliation', 'months'] as const;
const screens = {
  positions: Positions,
  journal: Journal,
  profit: ProfitTab,
  reconciliation: Reconciliation,
  months: Months,
};

const dialogs = { manual: ManualEntryDialog, disposals: DisposalsDialog, rate: RateDialog, export: ExportDialog };
type Dialog = keyof typeof dialogs;
const otherAccounts = [
  ['export', 'export.button'],
  ['rate', 'rate.button'],
  ['disposals', 'disposals.button'],
] as const;

/** The book: where every coin and every cent is, the profit, and the months to close. */
export function BooksPage() {
  const { t } = useTranslation('books.admin');
  const may = useMay();
  const [search] = useSearchParams();
  const currentTab = enumParam(search, 'tab', tabs) ?? 'positions';
  const [open, setOpen] = useState<Dialog>();
  const { data: found } = useQuery(reconciliationQuery);
  const mayChange = may('settings.write');
  const shortcuts = useShortcutSwitch();
  useShortcutKeys('screen', { n: () => setOpen('manual') }, shortcuts.isOn && mayChange);
  const Screen = screens[currentTab];
  const Open = open && dialogs[open];
  const count = found && countUnexplained(found);
  return (
    <div className="flex w-full max-w-7xl flex-col gap-5 p-4 md:p-6">
      <AdminPageHeader title={t('title')} lede={t('lede')}>
        {mayChange && (
          <Button
            text={t('manual.button')}
            size="small"
            // On the tab of the months the filled button is the one that closes a month.
            variant={currentTab === 'months' ? 'outline' : 'filled'}
            className="sm:order-last"
            aria-keyshortcuts={shortcuts.isOn ? 'N' : undefined}
            onClick={() => setOpen('manual')}
          />
        )}
        <OtherActions actions={mayChange ? otherAccounts : otherAccounts.slice(0, 1)} onOpen={setOpen} />
      </AdminPageHeader>
      <Tabs
        label={t('title')}
        tabs={tabs.map((id) => ({
          id,
          text: t(`tab.${id}`),
          ...(id === 'reconciliation' && count && { count }),
        }))}
        current={currentTab}
      />
      <Screen />
      {Open && <Open onClose={() => setOpen(undefined)} />}
    </div>
  );
}

interface OtherActionsProps {
  actions: readonly (typeof otherAccounts)[number][];
  onOpen: (name: Dialog) => void;
}

/** The less frequent actions of the books: buttons, or on a phone, which has room for one, a menu. */
function OtherActions({ actions, onOpen }: OtherActionsProps) {
  const { t } = useTranslation('books.admin');
  const isWide = useMediaQuery('(min-width: 40rem)');
  if (isWide || actions.length === 1)
    return actions.map(([name, text]) => (
      <Button key={name} text={t(text)} size="small" onClick={() => onOpen(name)} />
    ));
  return (
    <Menu
      trigger={
        <>
          {t('more')} <ChevronDown className="size-4" />
        </>
      }
      triggerClassName="inline-flex min-h-9 items-center gap-1.5 rounded-control border border-line-strong px-3 text-sm font-medium hover:border-ink pointer-coarse:min-h-11"
    >
      {actions.map(([name, text]) => (
        <button key={name} type="button" className={menuItemClasses()} onClick={() => onOpen(name)}>
          {t(text)}
        </button>
      ))}
    </Menu>
  );
}
