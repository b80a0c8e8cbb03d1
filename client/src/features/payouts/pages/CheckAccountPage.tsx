import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { orderQuery, type OrderDetails } from '#client/features/orders/orders.queries.ts';
import { AccountFields } from '#client/features/sell/components/AccountFields.tsx';
import { accountOfHolder, paymentDetailsOf, type Account } from '#client/features/sell/components/sell.draft.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#client/ui/feedback/States.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { RequireSession } from '#client/ui/layout/RequireSession.tsx';
import { checkPayee } from '#shared/payouts/payee.ts';
import { useChangeDetails, useDetailsCode } from '../payouts.details.queries.ts';

/** Where a customer whose payout came back names another account. */
export function CheckAccountPage() {
  const { t } = useTranslation('payouts.details');
  const { id = '' } = useParams();
  return (
    <RequireSession title={t('title')} text={t('notNeeded')}>
      {(user) => (
        <Page title={t('title')} width="text">
          <CheckAccount id={id} user={user} />
        </Page>
      )}
    </RequireSession>
  );
}

function CheckAccount({ id, user }: { id: string; user: SessionUser }) {
  const { t } = useTranslation('payouts.details');
  const { data, error, refetch } = useQuery(orderQuery(id));
  if (error && !data) return <ErrorState error={error} title={t('failed.load')} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Skeleton>
        <SkeletonLine className="h-64 rounded-card" />
      </Skeleton>
    );
  if (data.stage !== 'details_needed')
    return (
      <EmptyState
        title={t('notNeeded')}
        action={<ButtonLink to={`/transactions?tx=${encodeURIComponent(id)}`}>{t('toOrders')}</ButtonLink>}
      />
    );
  return <AccountForm order={data} user={user} />;
}

/** What would stop a batch, said before the code is typed. */
const shown = ['length', 'country', 'checksum', 'shape', 'number_shape', 'name_not_latin'] as const;

function AccountForm({ order, user }: { order: OrderDetails; user: SessionUser }) {
  const { t } = useTranslation('payouts.details');
  const navigate = useNavigate();
  const { id, payoutAmount, payoutCurrency: currency, paymentDetails } = order;
  const holder = accountOfHolder(user);
  const [account, setAccount] = useState<Account>(() => ({ ...holder, ...namesOf(paymentDetails), save: false }));
  const [code, setCode] = useState('');
  const change = useChangeDetails(id);
  const details = paymentDetailsOf(account);
  const { findings } = checkPayee(details, { currency });
  const problems = account.accountNumber ? shown.filter((known) => findings.some((one) => one.code === known)) : [];
  const submit = () => {
    if (change.isPending || problems.length > 0) return;
    change.mutate(
      { paymentDetails: details, code },
      {
        onSuccess: () => {
          toast({ title: t('done'), tone: 'done' });
          void navigate(`/transactions?tx=${encodeURIComponent(id)}`);
        },
      },
    );
  };
  return (
    <section className="flex flex-col gap-5 card p-4 md:p-6">
      <p>{t('lede', { amount: formatMoneyText(payoutAmount, currency) })}</p>
      <AccountFields
        account={account}
        currency={currency}
        holder={holder.accountName}
        problemAt={() => undefined}
        isSaved
        onChange={(changed) => setAccount((before) => ({ ...before, ...changed }))}
      />
      {problems.map((finding) => (
        <Note key={finding} tone="warning">
          {t(`finding.${finding}`)}
        </Note>
      ))}
      <CodeField id={id} code={code} onChange={setCode} />
      {change.error && <Problem error={change.error} title={t('failed.submit')} />}
      <div>
        <Button
          variant="filled"
          busy={change.isPending}
          disabled={code.length !== 6 || problems.length > 0}
          onClick={submit}
        >
          {t('submit')}
        </Button>
      </div>
    </section>
  );
}

/** The code that is mailed, and where it is typed. */
function CodeField({ id, code, onChange }: { id: string; code: string; onChange: (code: string) => void }) {
  const { t } = useTranslation('payouts.details');
  const send = useDetailsCode(id);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button variant="outline" busy={send.isPending} onClick={() => send.mutate()}>
          {t('sendCode')}
        </Button>
      </div>
      {send.isSuccess && <Note tone="info">{t('codeSent')}</Note>}
      {send.error && <Problem error={send.error} title={t('failed.code')} />}
      <TextInput
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

/** What was typed for the order; the number is typed again. */
function namesOf(details: OrderDetails['paymentDetails']): Partial<Account> {
  if (!details) return {};
  const { method, accountName, bankName } = details;
  return { method, accountName, bankName };
}
