import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TabbedHeader } from '#client/ui/layout/admin/TabbedHeader.tsx';
import { PageTitle } from '#client/ui/layout/Page.tsx';
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
    <TabbedHeader
      label={t('title')}
      tabs={usePayoutTabLinks()}
      current={current}
      hrefOf={(id) => (id === 'statements' ? '/admin/statements' : `/admin/payouts?tab=${id}`)}
      end={children}
    >
      <PageTitle title={windowTitle ?? t('title')} className="text-lg md:shrink-0 md:text-xl">
        {t('title')}
      </PageTitle>
    </TabbedHeader>
  );
}
