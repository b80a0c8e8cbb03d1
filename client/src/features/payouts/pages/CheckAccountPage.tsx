import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { ChoiceRows } from '#client/features/orders/line/ChoiceRows.tsx';
import { accountWordOf } from '#client/features/orders/line/line.words.ts';
import { MoneyLine } from '#client/features/orders/line/MoneyLine.tsx';
import { useLine } from '#client/features/orders/line/useLine.ts';
import { orderQuery, orderRoutes, type OrderDetails } from '#client/features/orders/orders.queries.ts';
import { accountOf, PayoutAccountForm } from '#client/features/sell/components/PayoutAccountForm.tsx';
import { accountOfHolder, paymentDetailsOf, type Account } from '#client/features/sell/components/sell.draft.ts';
import { call, hasCode } from '#client/lib/api/call.ts';
import { createIdempotencyKeys } from '#client/lib/api/idempotency-keys.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#client/ui/feedback/States.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { RequireSession } from '#client/ui/layout/RequireSession.tsx';
import type { Api } from '#shared/api.ts';
import { checkPayee } from '#shared/payouts/payee.ts';
import { clearAccountCode, MailedCodeInput, useMailedCode } from '../components/MailedCodeInput.tsx';
import { another, isReturnedTo, titleOf, useAccountRows } from '../components/useAccountRows.ts';

/** The page on which a customer whose payout was returned names another account. */
export function CheckAccountPage() {
  const { t } = useTranslation(['payouts.details', 'sell', 'errors']);
  const { id = '' } = useParams();
  return (
    <RequireSession title={t('title')} text={t('errors:payout_not_returned')}>
      {(user) => <CheckAccount id={id} user={user} />}
    </RequireSession>
  );
}

function CheckAccount({ id, user }: { id: string; user: SessionUser }) {
  const { t } = useTranslation(['payouts.details', 'orders.line']);
  const orderResult = useQuery(orderQuery(id));
  const { data } = orderResult;
  // A closed or missing account need not be checked: another one is needed.
  const isNew = data?.stage === 'details_needed' && isGone(data.payout);
  const accountWord = accountWordOf(data?.paymentDetails?.method);
  return (
    <Page
      title={t(accountWord === 'number' ? 'titleNumber' : 'title')}
      heading={isNew ? t(`orders.line:chip.${accountWord}`) : undefined}
      width="text"
    >
      <CheckedOrder orderResult={orderResult} id={id} user={user} />
    </Page>
  );
}

interface AskedProps {
  orderResult: UseQueryResult<OrderDetails>;
  id: string;
  user: SessionUser;
}

function CheckedOrder({ orderResult: { data, error, refetch }, id, user }: AskedProps) {
  const { t } = useTranslation(['payouts.details', 'errors']);
  if (error && !data) return <ErrorState error={error} title={t('failed.load')} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton line="h-64 rounded-card" />;
  if (data.stage === 'details_needed') return <AccountForm order={data} user={user} />;
  const action = <ButtonLink to={`/transactions?tx=${encodeURIComponent(id)}`}>{t('toOrders')}</ButtonLink>;
  return <EmptyState title={t('errors:payout_not_returned')} action={action} />;
}

/** Reasons that stop a batch and belong to no field, shown before the code is typed. */
const shownCodes = ['number_shape', 'name_not_latin'] as const;
type NewAccount = Api['PUT /api/transactions/:id/payout-details']['body'];

const formId = 'payout-account';

function AccountForm({ order, user }: { order: OrderDetails; user: SessionUser }) {
  const { t } = useTranslation(['payouts.details', 'orders', 'orders.line', 'sell', 'errors']);
  const { id, payoutCurrency: currency } = order;
  const followedLine = useLine(order);
  const accountWord = accountWordOf(order.paymentDetails?.method);
  const { rows, chosen, choose } = useAccountRows(order);
  const [typedAccount, setTypedAccount] = useState<Account>(() => ({ ...accountOfHolder(user), ...namesOf(order) }));
  // If the only saved account is the one that returned the money, there is nothing to choose.
  const hasUsable = rows.some(({ value, isOff }) => value !== another && !isOff);
  const account = chosen ? accountOf(chosen) : typedAccount;
  const { change, code, setCode, send } = useNewAccount(order, account);
  const mailed = useMailedCode(id);
  const { problems, isSame, isBlocked } = problemsOf(order, account);
  const submit = () => (mailed.mailed ? send(code) : mailed.mail());
  const sendComplete = (digits: string) => {
    const { accountName, accountNumber, bankName } = account;
    if (accountName && accountNumber && bankName && !isBlocked) send(digits);
  };
  const confirm = (
    <ConfirmWithCode
      mailed={mailed}
      change={change}
      code={code}
      isBlocked={isBlocked}
      onCode={setCode}
      onComplete={sendComplete}
      {...(chosen && { onSubmit: submit, name: titleOf(chosen) })}
    />
  );
  if (!followedLine) return <Skeleton line="h-64 rounded-card" />;
  return (
    <div className="flex flex-col gap-5">
      <MoneyLine
        {...followedLine}
        heading="h2"
        isBrief={!chosen}
        clock={chosen ? undefined : null}
        rows={
          hasUsable && (
            <ChoiceRows legend={t('sell:payment.saved')} value={chosen?.id ?? another} rows={rows} onChoose={choose} />
          )
        }
        action={chosen && <div className="flex w-full flex-col gap-4">{confirm}</div>}
      />
      {!chosen && (
        <PayoutAccountForm
          id={formId}
          typedAccount={typedAccount}
          currency={currency}
          user={user}
          isSaved
          isTyped
          onChange={setTypedAccount}
          onSubmit={submit}
        >
          {isSame && (
            <Note tone="danger">{t(accountWord === 'number' ? 'sameNumber' : 'errors:payee_account_returned')}</Note>
          )}
          {problems.map((finding) => (
            <Note key={finding} tone="warning">
              {t(`finding.${finding}`)}
            </Note>
          ))}
          {confirm}
        </PayoutAccountForm>
      )}
    </div>
  );
}

type NewAccountWrite = ReturnType<typeof useNewAccount>;

interface ConfirmProps extends Pick<NewAccountWrite, 'change' | 'code'> {
  mailed: ReturnType<typeof useMailedCode>;
  isBlocked: boolean;
  /** The account, if it was chosen and not typed. */
  name?: string | undefined;
  onCode: (code: string) => void;
  onComplete: (code: string) => void;
  /** Absent if the form of the account submits. */
  onSubmit?: () => void;
}

/** The code that confirms the account: requested, then typed. */
function ConfirmWithCode({ name, mailed, change, code, isBlocked, onCode, onComplete, onSubmit }: ConfirmProps) {
  const { t } = useTranslation('payouts.details');
  const isMailed = mailed.mailed !== undefined;
  return (
    <>
      {isMailed ? (
        <MailedCodeInput {...mailed} typed={code} refusal={change.error} onChange={onCode} onComplete={onComplete} />
      ) : (
        <p className="text-sm text-muted">{t('codeHint')}</p>
      )}
      {mailed.send.error && <Problem error={mailed.send.error} title={t('failed.code')} />}
      {change.error && !hasCode(change.error, 'invalid_code') && (
        <Problem error={change.error} title={t('failed.submit')} />
      )}
      <div className="line-next">
        <SendButton
          text={name ? t('sendTo', { account: name }) : isMailed ? t('submit') : t('sendCode')}
          {...(onSubmit ? { onClick: onSubmit } : { type: 'submit' as const, form: formId })}
          variant="filled"
          wide
          busy={change.isPending || mailed.send.isPending}
          missing={!isMailed || code.length === 6 ? undefined : t('codeFirst')}
          disabled={isBlocked}
        />
      </div>
    </>
  );
}

/** Problems that stop this account, or may stop its batch. */
function problemsOf(order: OrderDetails, account: Account) {
  const { payoutCurrency: currency, payout, paymentDetails } = order;
  const { findings, level } = checkPayee(paymentDetailsOf(account, currency), { currency });
  const problems = account.accountNumber
    ? shownCodes.filter((code) => findings.some((finding) => finding.code === code))
    : [];
  const isSame = isGone(payout) && isReturnedTo(account, paymentDetails);
  return { problems, isSame, isBlocked: isSame || (account.accountNumber !== '' && level === 'block') };
}

/** Sends the account with the code that confirms it, and leads back to the order. */
function useNewAccount({ id, payoutCurrency: currency }: OrderDetails, account: Account) {
  const { t } = useTranslation('payouts.details');
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [keys] = useState(createIdempotencyKeys);
  const change = useWrite(
    (body: NewAccount) =>
      call('PUT /api/transactions/:id/payout-details', { params: { id }, body, idempotencyKey: keys.keyOf(body) }),
    ...orderRoutes,
    'GET /api/payout-accounts',
  );
  const toastSuccess = toastDone({ title: t('done') }, () => {
    clearAccountCode(id);
    void navigate(`/transactions?tx=${encodeURIComponent(id)}`);
  });
  const send = (digits: string) => {
    if (!change.isPending)
      change.mutate({ paymentDetails: paymentDetailsOf(account, currency), code: digits }, { onSuccess: toastSuccess });
  };
  return { change, code, setCode, send };
}

/**
 * The account of the order, whose number has to be typed again; a closed or missing account does not fill in its bank.
 */
function namesOf({ paymentDetails: details, payout }: OrderDetails): Partial<Account> {
  if (!details) return {};
  const { method, accountName, bankName } = details;
  return { method, accountName, ...(!isGone(payout) && { bankName }) };
}

const isGone = (payout: OrderDetails['payout']): boolean =>
  payout?.returnedBecause === 'account_closed' || payout?.returnedBecause === 'wrong_account';
