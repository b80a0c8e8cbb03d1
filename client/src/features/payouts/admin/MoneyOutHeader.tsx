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

/** Where money is about to leave the cash that it needs is shown; the other tabs begin with their work. */
const withCash: readonly PayoutTab[] = ['due', 'release'];

interface MoneyOutHeaderProps {
  current: PayoutTab;
  /** Says the purpose of the tab, where it is more than the purpose of all tabs. */
  lede?: string;
  windowTitle?: string;
  /** Buttons at the end of the heading's line. */
  children?: ReactNode;
}

/** The head of every screen of outgoing money: the need and the cash of each currency, and the tabs. */
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
              <Needed key={figures.currency} figures={figures} />
            ))}
          </SumCells>
        </ScrollRegion>
      )}
      <PayoutTabs current={current} />
    </>
  );
}

/** The cash that a currency needs, the balance of its accounts, and the parts of the sum. */
function Needed({ figures }: { figures: Figures }) {
  const { t } = useTranslation('payouts.admin');
  const { currency, cashNeeded, inAccounts, unknownAccounts } = figures;
  const missing = inAccounts === null ? undefined : decimal(cashNeeded).minus(decimal(inAccounts));
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
          {missing?.gt('0') && (
            <span className="text-xs text-rejected">
              <Money amount={toText(missing)} currency={currency} /> {t('missing')}
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
 * Parts of the sum: due, in batches, returned. A part that is the whole sum has its name alone. The sum that waits for
 * approval is added to it later. On a phone the tabs count them.
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
