import { useQuery } from '@tanstack/react-query';
import { Mail, UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { AccountFields } from '#client/features/sell/components/AccountFields.tsx';
import { accountOf } from '#client/features/sell/components/PayoutAccountForm.tsx';
import { emptyAccount, type Account } from '#client/features/sell/components/sell.draft.ts';
import { rulesQuery } from '#client/features/settings/admin/settings.admin.queries.ts';
import { userQuery } from '#client/features/users/admin/users.admin.queries.ts';
import { formatCrypto, formatDateTime, formatMoneyText, maskedAccount } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { DottedRow } from '#client/ui/brand/Slip.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { FileDrop } from '#client/ui/form/FileDrop.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import type { CounterSale } from '#shared/offers/offers.contract.ts';
import { CustomerField } from '../components/CustomerField.tsx';
import { counterForm, type TypedSale } from '../components/offers.counter-form.ts';
import { OfferSlip } from '../components/OfferSlip.tsx';
import { counterCustomerQuery, useCounterSale, type AdminOffer } from '../offers.queries.ts';

const another = 'another';

/** Opens the order of an offer for its customer: the account to pay, and the evidence that the coins came. */
export function CounterSaleDialog({ offer, onClose }: { offer: AdminOffer; onClose: () => void }) {
  const { t } = useTranslation('offers.admin');
  const navigate = useNavigate();
  const { payoutCurrency: currency, amount, coin } = offer;
  const [schema] = useState(() => counterForm(currency));
  const [form] = useContractForm<TypedSale, CounterSale>(schema, {
    defaultValues: { userId: offer.userId ?? '', account: emptyAccount, transactionHash: '' },
  });
  const [file, setFile] = useState<File>();
  const sale = useCounterSale(offer.id);
  const [userId, hash] = useWatch({ control: form.control, name: ['userId', 'transactionHash'] });
  const hasProof = file !== undefined || hash.trim() !== '';
  const missing = userId === '' ? 'customer' : hasProof ? undefined : 'proof';
  const { data: user } = useQuery({ ...userQuery(userId), enabled: userId !== '' });
  const amountText = formatCrypto(amount, coin.symbol);
  const field = useFields(form);
  // Either field is enough, so the mistake of the other one is cleared.
  const choose = (picture: File | undefined) => {
    setFile(picture);
    form.clearErrors('transactionHash');
    sale.reset();
  };
  return (
    <FormDialog
      full
      widthPx={780}
      form={form}
      title={t('counter.title', { amount: amountText })}
      subtitle={<p className="text-sm text-muted">{t('counter.lede')}</p>}
      confirm={
        user
          ? t('counter.submit', { amount: amountText, name: user.name })
          : t('counter.submitPlain', { amount: amountText })
      }
      by={sale}
      failed={t('counter.failed')}
      missing={missing && t(`counter.missing.${missing}`)}
      onMissing={() => form.setFocus(missing === 'customer' ? 'userId' : 'transactionHash')}
      onSubmit={(body) => sale.send({ body, file }, ({ id }) => void navigate(`/admin/transactions?show=all&tx=${id}`))}
      onClose={onClose}
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_18.5rem] md:items-start">
        <div className="flex flex-col gap-4">
          {offer.userId === null && <CustomerChoice form={form} />}
          {userId !== '' && (
            <Payee key={userId} form={form} currency={currency} userId={userId} holder={user?.name ?? ''} />
          )}
          <p className="text-sm text-muted">{t('counter.either')}</p>
          <TextInput
            label={t('counter.hash')}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            {...field('transactionHash')}
          />
          <p aria-hidden="true" className="-my-1 text-sm text-muted">
            {t('counter.or')}
          </p>
          <FileDrop label={t('counter.photo')} kind="image" file={file} onChange={choose} progress={sale.progress} />
        </div>
        <Summary offer={offer} name={user?.name} form={form} userId={userId} />
      </div>
    </FormDialog>
  );
}

type SaleForm = ReturnType<typeof useContractForm<TypedSale, CounterSale>>[0];

/** The customer of an offer that anybody could take, or a form to enter a new customer. */
function CustomerChoice({ form }: { form: SaleForm }) {
  const { t } = useTranslation('offers.admin');
  const may = useMay();
  const error = form.formState.errors.userId?.message;
  return (
    <div data-first-focus className="flex flex-col gap-1">
      <CustomerField
        control={form.control}
        name="userId"
        label={t('counter.customer')}
        placeholder={t('counter.find')}
        error={error}
      />
      {may('users.write') && (
        <span className="text-sm">
          <TextLink to="/admin/users?new=1">{t('counter.newCustomer')}</TextLink>
        </span>
      )}
    </div>
  );
}

interface PayeeProps {
  form: SaleForm;
  currency: string;
  userId: string;
  holder: string;
}

/** A saved account of the customer or another one, with the rest of their limit. */
function Payee({ form, currency, userId, holder }: PayeeProps) {
  const { t } = useTranslation('offers.admin');
  const { data } = useQuery(counterCustomerQuery(userId));
  const field = useFields(form);
  const account = useWatch({ control: form.control, name: 'account' });
  const [chosenId, setChosen] = useState<string>();
  const savedAccounts = data?.accounts.filter((saved) => saved.currency === currency) ?? [];
  const shownId = chosenId ?? savedAccounts[0]?.id ?? another;
  // Another customer must never be paid to the account of the previously chosen one.
  useEffect(() => () => form.setValue('account', emptyAccount), [form]);
  const setAccount = (next: Account) => form.setValue('account', next, { shouldDirty: true });
  const first = savedAccounts.find(({ id }) => id === shownId);
  // The account that is shown as chosen is the one that is sent.
  useEffect(() => {
    if (first && account.accountNumber !== first.accountNumber && chosenId !== another)
      form.setValue('account', accountOf(first), { shouldDirty: true });
  }, [first, account.accountNumber, chosenId, form]);
  const choose = (id: string) => {
    setChosen(id);
    const savedAccount = savedAccounts.find((saved) => saved.id === id);
    setAccount(savedAccount ? accountOf(savedAccount) : { ...emptyAccount, accountName: holder });
  };
  return (
    <>
      {data && !data.kycApproved && data.leftUsd !== null && (
        <p className="text-sm text-muted">
          {t('counter.left', {
            left: formatMoneyText(data.leftUsd, 'USD'),
            limit: formatMoneyText(data.limitUsd, 'USD'),
            days: data.days,
          })}
        </p>
      )}
      {savedAccounts.length > 0 && (
        <RadioCards
          legend={t('counter.payee')}
          value={shownId}
          onChange={({ target }) => choose(target.value)}
          options={[
            ...savedAccounts.map(({ id, bankName, accountNumber, accountName }) => ({
              value: id,
              title: `${bankName} ${maskedAccount(accountNumber)}`,
              text: accountName,
            })),
            { value: another, title: t('counter.another') },
          ]}
        />
      )}
      {data && shownId === another && (
        <AccountFields
          account={account}
          currency={currency}
          holder={holder}
          isSaved
          problemAt={(name) => field(`account.${name}`).error}
          onChange={(change) => setAccount({ ...account, ...change })}
        />
      )}
    </>
  );
}

interface SummaryProps {
  offer: AdminOffer;
  name: string | undefined;
  form: SaleForm;
  userId: string;
}

/** The payout of the customer, and the next steps. */
function Summary({ offer, name, form, userId }: SummaryProps) {
  const { t } = useTranslation('offers.admin');
  const { amount, coin, terms, payoutCurrency, expiresAt } = offer;
  const { accountNumber } = useWatch({ control: form.control, name: 'account' });
  const { data } = useQuery({ ...counterCustomerQuery(userId), enabled: userId !== '' });
  return (
    <div className="flex flex-col gap-4">
      <OfferSlip
        seed={offer.id}
        label={name ? t('counter.gets', { name }) : t('form.gets')}
        {...{ symbol: coin.symbol, currency: payoutCurrency, terms }}
        before={
          <DottedRow label={t('column.sells')}>
            {/* A coin on another network is lost. */}
            {formatCrypto(amount, coin.symbol)} ({coin.network})
          </DottedRow>
        }
      >
        <DottedRow label={t('counter.payee')} prose={accountNumber === ''}>
          {accountNumber === '' ? (
            <span className="text-muted">{t('counter.noPayee')}</span>
          ) : (
            maskedAccount(accountNumber)
          )}
        </DottedRow>
        <DottedRow label={t('pane.until')} prose>
          {formatDateTime(expiresAt)}
        </DottedRow>
      </OfferSlip>
      <ul className="flex flex-col gap-2 text-sm text-muted">
        <li className="flex gap-2.5">
          <Mail className="mt-0.5 size-4 shrink-0" />
          {data?.hasEmail === false ? t('counter.noMail') : t('counter.mail')}
        </li>
        <li className="flex gap-2.5">
          <UsersRound className="mt-0.5 size-4 shrink-0" />
          <WhoApproves offer={offer} />
        </li>
      </ul>
    </div>
  );
}

/** Says if the member who opens the sale may approve it, as far as its value alone decides that. */
function WhoApproves({ offer: { amount, coin, terms } }: Pick<SummaryProps, 'offer'>) {
  const { t } = useTranslation('offers.admin');
  const { data: rules } = useQuery(rulesQuery);
  if (!rules) return null;
  const { payoutOverUsd: limit } = rules;
  if (limit === null) return t('counter.alone.noRule');
  return t(terms.valueUsd > limit ? 'counter.alone.above' : 'counter.alone.within', {
    amount: formatCrypto(amount, coin.symbol),
    limit: formatMoneyText(limit, 'USD'),
  });
}
