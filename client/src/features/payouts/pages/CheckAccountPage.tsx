import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { netToPay } from '#client/features/orders/components/orders.text.ts';
import { orderQuery, orderRoutes, type OrderDetails } from '#client/features/orders/orders.queries.ts';
import { PayoutAccountForm } from '#client/features/sell/components/PayoutAccountForm.tsx';
import { accountOfHolder, paymentDetailsOf, type Account } from '#client/features/sell/components/sell.draft.ts';
import { call } from '#client/lib/api/call.ts';
import { createIdempotencyKeys } from '#client/lib/api/idempotency-keys.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#client/ui/feedback/States.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { useRefusedCode } from '#client/ui/form/secret/useRefusedCode.ts';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { RequireSession } from '#client/ui/layout/RequireSession.tsx';
import type { Api } from '#shared/api.ts';
import { latinDigits } from '#shared/kernel/digits.ts';
import { checkPayee } from '#shared/payouts/payee.ts';

/** Where a customer whose payout came back names another account. */
export function CheckAccountPage() {
  const { t } = useTranslation(['payouts.details', 'sell']);
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
  if (!data) return <Skeleton line="h-64 rounded-card" />;
  if (data.stage === 'details_needed') return <AccountForm order={data} user={user} />;
  const action = <ButtonLink to={`/transactions?tx=${encodeURIComponent(id)}`}>{t('toOrders')}</ButtonLink>;
  return <EmptyState title={t('notNeeded')} action={action} />;
}

/** What would stop a batch, said before the code is typed. */
const shown = ['length', 'country', 'checksum', 'shape', 'number_shape', 'name_not_latin'] as const;
type NewAccount = Api['PUT /api/transactions/:id/payout-details']['body'];

function AccountForm({ order, user }: { order: OrderDetails; user: SessionUser }) {
  const { t } = useTranslation('payouts.details');
  const navigate = useNavigate();
  const { id, payoutCurrency: currency, paymentDetails } = order;
  const [account, setAccount] = useState<Account>(() => ({ ...accountOfHolder(user), ...namesOf(paymentDetails) }));
  const [code, setCode] = useState('');
  const [keys] = useState(createIdempotencyKeys);
  const change = useWrite(
    (body: NewAccount) =>
      call('PUT /api/transactions/:id/payout-details', { params: { id }, body, idempotencyKey: keys.keyOf(body) }),
    ...orderRoutes,
  );
  const details = paymentDetailsOf(account);
  const { findings } = checkPayee(details, { currency });
  const problems = account.accountNumber ? shown.filter((known) => findings.some((item) => item.code === known)) : [];
  const done = toastDone({ title: t('done') }, () => void navigate(`/transactions?tx=${encodeURIComponent(id)}`));
  return (
    <div className="flex flex-col gap-5">
      <p>{t('lede', { amount: formatMoneyText(netToPay(order), currency) })}</p>
      <PayoutAccountForm
        id="payout-account"
        typed={account}
        currency={currency}
        user={user}
        isSaved
        onChange={setAccount}
        onSubmit={() => change.mutate({ paymentDetails: details, code }, { onSuccess: done })}
      >
        {problems.map((finding) => (
          <Note key={finding} tone="warning">
            {t(`finding.${finding}`)}
          </Note>
        ))}
        <CodeField id={id} code={code} refused={change.error} onChange={setCode} />
        {change.error && <Problem error={change.error} title={t('failed.submit')} />}
        <SendButton
          text={t('submit')}
          type="submit"
          variant="filled"
          className="self-start"
          busy={change.isPending}
          missing={code.length === 6 ? undefined : t('codeFirst')}
          disabled={problems.length > 0}
        />
      </PayoutAccountForm>
    </div>
  );
}

interface CodeFieldProps {
  id: string;
  code: string;
  /** The error of the last attempt. */
  refused: unknown;
  onChange: (code: string) => void;
}

/** The code that is mailed, and where it is typed. */
function CodeField({ id, code, refused, onChange }: CodeFieldProps) {
  const { t } = useTranslation('payouts.details');
  const send = useWrite(() => call('POST /api/transactions/:id/payout-details/code', { params: { id } }));
  const place = useRefusedCode(refused);
  return (
    <>
      <Button className="self-start" busy={send.isPending} onClick={() => send.mutate(undefined)}>
        {t('sendCode')}
      </Button>
      {send.isSuccess && <Note tone="info">{t('codeSent')}</Note>}
      {send.error && <Problem error={send.error} title={t('failed.code')} />}
      <div ref={place}>
        <TextInput
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onValue={(typed) => onChange(latinDigits(typed))}
        />
      </div>
    </>
  );
}

/** What was typed for the order; the number is typed again. */
function namesOf(details: OrderDetails['paymentDetails']): Partial<Account> {
  if (!details) return {};
  const { method, accountName, bankName } = details;
  return { method, accountName, bankName };
}
