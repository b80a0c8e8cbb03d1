import { useMutation, useQuery } from '@tanstack/react-query';
import { Hourglass, Mail, Receipt, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  CredentialFields,
  credentials,
  emptyCredentials,
  isCredentialsError,
} from '#client/features/auth/components/CredentialFields.tsx';
import { call } from '#client/lib/api/call.ts';
import { Crypto, Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { useOfAddressQuery, useWalletAction, type AdminWallet } from './wallets.admin.queries.ts';

const schema = z.object(credentials);
type Proof = z.output<typeof schema>;

interface ConsequencesProps {
  wallet: AdminWallet;
  target: { address: string; memo: string | null; uncheckedAccepted: boolean };
  onDone: (wallet: AdminWallet) => void;
}

/** The fourth step: what will happen, the password once more, and the button that names the action. */
export function Consequences({ wallet, target, onDone }: ConsequencesProps) {
  const { t } = useTranslation('wallets.admin');
  const { cryptoId, cryptoSymbol: symbol, version } = wallet;
  const [form, field] = useContractForm(schema, { defaultValues: emptyCredentials });
  const action = useWalletAction(cryptoId);
  const change = useMutation({
    mutationFn: async (proof: Proof) => {
      const { stepUpToken } = await call('POST /api/admin/step-up', { body: proof });
      return action.mutateAsync({ action: { kind: 'change', body: { ...target, version } }, stepUp: stepUpToken });
    },
    onSuccess: onDone,
  });
  const send = (proof: Proof) => {
    if (!change.isPending) change.mutate(proof);
  };
  return (
    <ShortForm
      form={form}
      className="flex flex-col gap-5 rounded-card border border-rejected bg-surface p-4 sm:p-5"
      onSubmit={send}
      onChange={change.reset}
      error={change.error}
    >
      <ul className="flex flex-col gap-3 text-sm">
        <OpenUses wallet={wallet} />
        <Consequence Icon={Hourglass}>{liveText(wallet, t)}</Consequence>
        <Consequence Icon={Mail}>{t('confirm.mail')}</Consequence>
      </ul>
      <div className="grid max-w-lg gap-4">
        <CredentialFields field={field} error={change.error} />
      </div>
      {change.error && !isCredentialsError(change.error) && (
        <AdminProblem error={change.error} title={t('failed.update')} onRetry={() => void form.handleSubmit(send)()} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={change.isPending} icon={<TriangleAlert className="size-4" />}>
          {t('confirm.yes', { symbol })}
        </Button>
        <ButtonLink to="/admin/wallets">{t('confirm.no')}</ButtonLink>
      </div>
    </ShortForm>
  );
}

function liveText({ cooloffHours: count }: AdminWallet, t: ReturnType<typeof useTranslation<'wallets.admin'>>['t']) {
  return count > 0 ? t('confirm.live', { count }) : t('confirm.liveNow');
}

/** Orders and quotes that still show the old address. */
function OpenUses({ wallet: { cryptoId, cryptoSymbol, address, tampered } }: { wallet: AdminWallet }) {
  const { t } = useTranslation('wallets.admin');
  const { data: use, error, refetch } = useQuery(useOfAddressQuery(cryptoId, tampered ? '' : (address ?? '')));
  if (error) {
    return (
      <li>
        <AdminProblem error={error} title={t('failed.use')} onRetry={() => void refetch()} />
      </li>
    );
  }
  if (!use) return null;
  const { openOrders, openQuotes, amount, lastQuoteEndsAt } = use;
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
