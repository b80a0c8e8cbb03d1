import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '#client/ui/data/Money.tsx';
import { SumCell, SumCells } from '#client/ui/data/SumCells.tsx';
import { AdminPageHeader } from '#client/ui/layout/AdminPage.tsx';
import { ScrollRegion } from '#client/ui/layout/ScrollRegion.tsx';
import type { Api } from '#shared/api.ts';
import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { figuresQuery } from '../payouts.queries.ts';
import { PayoutTabs, type PayoutTab } from './PayoutTabs.tsx';

type Figures = Api['GET /api/admin/payouts/figures']['output']['currencies'][number];

/** The tabs from which money leaves show the needed cash; the other tabs start with their work. */
const withCash: readonly PayoutTab[] = ['due', 'release'];

interface MoneyOutHeaderProps {
  current: PayoutTab;
  /** Describes the tab, if it needs more than the common description. */
  lede?: string;
  windowTitle?: string;
  /** Buttons at the end of the heading's line. */
  children?: ReactNode;
}

/** The head of every screen of outgoing money: needed and available cash of each currency, and the tabs. */
export function MoneyOutHeader({ current, lede, windowTitle, children }: MoneyOutHeaderProps) {
  const { t } = useTranslation('payouts.admin');
  const { data } = useQuery(figuresQuery);
  return (
    <>
      <AdminPageHeader title={t('title')} lede={lede ?? t('lede')} windowTitle={windowTitle}>
        {children}
      </AdminPageHeader>
      {withCash.includes(current) && data && data.currencies.length > 0 && (
        <ScrollRegion
          label={t('cash')}
          className="max-md:-mx-[16px] max-md:mask-x-from-[calc(100%-16px)] max-md:px-[16px]"
        >
          <SumCells oneLine>
            {data.currencies.map((figures) => (
              <NeededCash key={figures.currency} figures={figures} />
            ))}
          </SumCells>
        </ScrollRegion>
      )}
      <PayoutTabs current={current} />
    </>
  );
}

/** The cash that a currency needs, the balance of its accounts, and the parts of the sum. */
function NeededCash({ figures }: { figures: Figures }) {
  const { t } = useTranslation('payouts.admin');
  const { currency, cashNeeded, inAccounts, unknownAccounts } = figures;
  const missingCash = inAccounts === null ? undefined : decimal(cashNeeded).minus(decimal(inAccounts));
  return (
    <SumCell
      label={t('cashNeeded', { currency })}
      notes={
        <>
          {inAccounts !== null && (
            <span className="text-xs text-muted">
              <Money amount={inAccounts} currency={currency} /> {t('inAccounts')}
            </span>
          )}
          {unknownAccounts > 0 && (
            <span className="text-xs text-muted">{t('unknownAccounts', { count: unknownAccounts })}</span>
          )}
          {missingCash?.gt('0') && (
            <span className="text-xs text-rejected">
              <Money amount={toText(missingCash)} currency={currency} /> {t('missing')}
            </span>
          )}
          <Parts figures={figures} />
        </>
      }
    >
      <Money strong amount={cashNeeded} currency={currency} className="text-base" />
    </SumCell>
  );
}

/**
 * Parts of the sum: due, in batches, returned. A part that is the whole sum shows its name alone. The sum that waits
 * for approval is added to it later. On a phone the tabs count the parts.
 */
function Parts({ figures }: { figures: Figures }) {
  const { t } = useTranslation('payouts.admin');
  const { currency, cashNeeded, due, batched, released, held, returned, expected } = figures;
  const parts: readonly [label: string, sums: readonly Figures['due'][], isLater?: true][] = [
    [t('tab.due'), [due]],
    [t('inBatches'), [batched, released]],
    [t('tab.returned'), [returned, held]],
    [t('expected'), [expected], true],
  ];
  return parts.map(([label, sums, isLater]) => {
    const count = sums.reduce((all, { payouts }) => all + payouts, 0);
    const sum = sums.reduce((all, { amount }) => all.plus(decimal(amount)), zero);
    return (
      count > 0 && (
        <span key={label} className="text-xs text-muted max-md:hidden">
          {label} {(isLater || !sum.eq(decimal(cashNeeded))) && <Money amount={toText(sum)} currency={currency} />}
        </span>
      )
    );
  });
}
