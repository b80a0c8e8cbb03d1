import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHead } from '#client/ui/layout/admin/PageHead.tsx';
import { usePayoutTabLinks, type PayoutTab } from './payouts.tabs.ts';

interface MoneyOutHeaderProps {
  current: PayoutTab;
  windowTitle?: string;
  /** Buttons at the end of the heading's line. */
  children?: ReactNode;
}

/** The head of every screen of outgoing money: its name, and the tabs from due payouts to the bank's answers. */
export function MoneyOutHeader({ current, windowTitle, children }: MoneyOutHeaderProps) {
  const { t } = useTranslation('payouts.admin');
  return (
    <PageHead
      title={t('title')}
      windowTitle={windowTitle}
      tabs={{
        label: t('title'),
        tabs: usePayoutTabLinks(),
        current,
        hrefOf: (id) => (id === 'statements' ? '/admin/statements' : `/admin/payouts?tab=${id}`),
      }}
    >
      {children}
    </PageHead>
  );
}
