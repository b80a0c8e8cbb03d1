import { useQuery } from '@tanstack/react-query';
import { BookOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { enumParam } from '#client/lib/browser/useListParams.ts';
import { useShortcutKeys, useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { OtherActs } from '#client/ui/layout/admin/OtherActs.tsx';
import { PageHead } from '#client/ui/layout/admin/PageHead.tsx';
import { Menu, menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { reconciliationQuery } from '../books.queries.ts';
import { DisposalsDialog } from './DisposalsDialog.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { Journal } from './Journal.tsx';
import { ManualEntryDialog } from './ManualEntryDialog.tsx';
import { Months } from './Months.tsx';
import { Positions } from './Positions.tsx';
import { ProfitTab } from './profit/ProfitTab.tsx';
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
/** Everything that a member may enter, the most frequent first. */
const entered = [
  ['manual', 'manual.button'],
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
  const { data: reconciliation } = useQuery(reconciliationQuery);
  const mayChange = may('settings.write');
  const shortcuts = useShortcutSwitch();
  useShortcutKeys('screen', { n: () => setOpen('manual') }, shortcuts.isOn && mayChange);
  const Screen = screens[currentTab];
  const Open = open && dialogs[open];
  const count = reconciliation && countUnexplained(reconciliation);
  return (
    <>
      <PageHead
        title={t('title')}
        tabs={{
          label: t('title'),
          tabs: tabs.map((id) => ({
            id,
            text: t(`tab.${id}`),
            ...(id === 'reconciliation' && count && { count }),
          })),
          current: currentTab,
          hrefOf: (id) => `?tab=${id}`,
        }}
      >
        {/* On the tab of the months each month has an export of its own. */}
        {currentTab !== 'months' && (
          <OtherActs
            of={t('title')}
            acts={[{ id: 'export', text: t('export.button'), onPress: () => setOpen('export') }]}
          />
        )}
        {mayChange && <NewMenu isKeyed={shortcuts.isOn} onOpen={setOpen} />}
      </PageHead>
      <div className="flex w-full max-w-7xl flex-col gap-5 p-4 md:p-6">
        <Screen empty={<NoEntries onEnter={mayChange ? () => setOpen('manual') : undefined} />} />
        {Open && <Open onClose={() => setOpen(undefined)} />}
      </div>
    </>
  );
}

/** Replaces an empty book: says which entries the product makes, and how to enter one by hand. */
function NoEntries({ onEnter }: { onEnter: (() => void) | undefined }) {
  const { t } = useTranslation('books.admin');
  return (
    <EmptyList
      Icon={BookOpen}
      text={t('none.entriesText')}
      action={onEnter && <Button text={t('manual.button')} onClick={onEnter} />}
    />
  );
}

interface NewMenuProps {
  /** True while keys do what buttons do. */
  isKeyed: boolean;
  onOpen: (name: Dialog) => void;
}

/** One button for all entries by hand, which are rare; N opens the first kind. */
function NewMenu({ isKeyed, onOpen }: NewMenuProps) {
  const { t } = useTranslation('books.admin');
  return (
    <Menu
      trigger={
        <>
          <Plus aria-hidden="true" className="size-4" /> {t('new')}
        </>
      }
      triggerClassName="inline-flex min-h-9 items-center gap-1.5 rounded-control border border-line-strong px-3 text-sm font-semibold text-ink hover:border-ink pointer-coarse:min-h-11"
    >
      {entered.map(([name, text]) => (
        <button
          key={name}
          type="button"
          aria-keyshortcuts={isKeyed && name === 'manual' ? 'N' : undefined}
          className={menuItemClasses()}
          onClick={() => onOpen(name)}
        >
          {t(text)}
        </button>
      ))}
    </Menu>
  );
}
