import { useQuery } from '@tanstack/react-query';
import { Hourglass, Mail, Receipt, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Crypto, Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { useAddressChange, useOfAddressQuery, type AdminWallet } from './wallets.admin.queries.ts';

interface ConsequencesProps {
  wallet: AdminWallet;
  target: { address: string; memo: string | null; uncheckedAccepted: boolean };
  onDone: (wallet: AdminWallet) => void;
}

/** The fourth step: what will happen, and the button that names the action. */
export function Consequences({ wallet, target, onDone }: ConsequencesProps) {
  const { t } = useTranslation('wallets.admin');
  const { cryptoId, cryptoSymbol: symbol, version } = wallet;
  const change = useAddressChange(cryptoId, onDone);
  const send = () => change.mutate({ ...target, version });
  return (
    <div className="flex flex-col gap-5 rounded-card border border-rejected bg-surface p-4 sm:p-5">
      <ul className="flex flex-col gap-3 text-sm">
        <OpenUses wallet={wallet} />
        <Consequence Icon={Hourglass}>{liveText(wallet, t)}</Consequence>
        <Consequence Icon={Mail}>{t('confirm.mail')}</Consequence>
      </ul>
      {change.error && <AdminProblem error={change.error} title={t('failed.update')} onRetry={send} />}
      <div className="flex flex-wrap gap-3">
        <Button
          text={t('page.title', { symbol })}
          variant="danger"
          busy={change.isPending}
          icon={<TriangleAlert className="size-4" />}
          onClick={send}
        />
        <ButtonLink to="/admin/wallets">{t('confirm.no')}</ButtonLink>
      </div>
    </div>
  );
}

function liveText({ cooloffHours: count }: AdminWallet, t: ReturnType<typeof useTranslation<'wallets.admin'>>['t']) {
  return count > 0 ? t('confirm.live', { count }) : t('confirm.liveNow');
}

/** Orders and quotes that still show the old address. */
function OpenUses({ wallet: { cryptoId, cryptoSymbol, address, tampered } }: { wallet: AdminWallet }) {
  const { t } = useTranslation('wallets.admin');
  const { data: addressUse, error, refetch } = useQuery(useOfAddressQuery(cryptoId, tampered ? '' : (address ?? '')));
  if (error) {
    return (
      <li>
        <AdminProblem error={error} title={t('failed.use')} onRetry={() => void refetch()} />
      </li>
    );
  }
  if (!addressUse) return null;
  const { openOrders, openQuotes, amount, lastQuoteEndsAt } = addressUse;
  if (openOrders + openQuotes === 0) return <Consequence Icon={Receipt}>{t('confirm.noneOpen')}</Consequence>;
  return (
    <Consequence Icon={Receipt}>
      <strong className="font-semibold">
        {t('confirm.orders', { count: openOrders })}, {t('confirm.holds', { count: openQuotes })}
      </strong>{' '}
      {t('confirm.retain')} <Crypto amount={amount} symbol={cryptoSymbol} />.
      {lastQuoteEndsAt && (
        <>
          {' '}
          {t('confirm.until')} <Time at={lastQuoteEndsAt} />.
        </>
      )}
    </Consequence>
  );
}

function Consequence({ Icon, children }: { Icon: typeof Receipt; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <Icon className="mt-0.5 size-4.5 shrink-0 text-pending" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
