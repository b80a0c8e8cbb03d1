import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCrypto, formatDate } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { useRefusedCode } from '#client/ui/form/secret/useRefusedCode.ts';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { coinById } from '#shared/reference/coins.ts';
import { refundAddressInput } from '#shared/refunds/refunds.contract.ts';
import { useNameAddress, type Refund, type RefundTarget } from '../refunds.queries.ts';

/** Where a refund is: the form for its address while none is confirmed, or for another until it is approved; then how far it is. */
export function RefundAddress({ refund, heading: Heading = 'h3' }: { refund: Refund; heading?: 'h2' | 'h3' }) {
  const { t } = useTranslation('refunds');
  const [isChanging, setChanging] = useState(false);
  const { state, address, amount, cryptoId, transactionHash, sentAt } = refund;
  const coins = formatCrypto(amount, coinById(cryptoId)?.symbol ?? '');
  if (state === 'cancelled') return null;
  if (state === 'due' && (address === null || isChanging))
    return <AddressForm {...{ refund, coins, Heading }} onStored={() => setChanging(false)} />;
  const isSent = sentAt !== null && transactionHash !== null;
  return (
    <section className="flex flex-col gap-1 card p-4">
      <Heading className="text-base">{t(isSent ? 'refunded' : 'refunding', { amount: coins })}</Heading>
      <p className="text-muted wrap-anywhere">
        {t('to')} <Ltr className="font-mono">{address}</Ltr>
      </p>
      {isSent && (
        <p className="wrap-anywhere">{t('sent', { date: formatDate(sentAt), hash: shortened(transactionHash) })}</p>
      )}
      {state === 'confirmed' && <p>{t('arrived')}</p>}
      {state === 'due' && (
        <Button text={t('change')} size="small" className="self-start" onClick={() => setChanging(true)} />
      )}
    </section>
  );
}

const shortened = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;

interface AddressFormProps {
  refund: Refund;
  coins: string;
  Heading: 'h2' | 'h3';
  onStored: () => void;
}

function AddressForm({ refund, coins, Heading, onStored }: AddressFormProps) {
  const { t } = useTranslation('refunds');
  const [mailed, setMailed] = useState<RefundTarget>();
  const { mutate, isPending, error } = useNameAddress(refund);
  const [form, field] = useContractForm(refundAddressInput.omit({ code: true }), {
    defaultValues: { address: '', tag: '' },
  });
  const [codeForm, codeField] = useContractForm(refundAddressInput.pick({ code: true }).required(), {
    defaultValues: { code: '' },
  });
  const codePlace = useRefusedCode(error);
  const problem = <Problem error={error} title={error ? t('failed') : undefined} />;
  if (mailed)
    return (
      <ShortForm
        form={codeForm}
        className="flex flex-col gap-3 card p-4"
        error={error}
        onSubmit={({ code }) => mutate({ ...mailed, code }, { onSuccess: onStored })}
      >
        <Note announce>{t('mailed', { address: shortened(mailed.address) })}</Note>
        <div ref={codePlace}>
          <TextInput
            label={t('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            {...codeField('code')}
          />
        </div>
        {problem}
        <SendButton text={t('confirm')} type="submit" variant="filled" busy={isPending} />
      </ShortForm>
    );
  return (
    <ShortForm
      form={form}
      className="flex flex-col gap-3 card p-4"
      error={error}
      onSubmit={({ address, tag }) => {
        const target = { address, ...(tag && { tag }) };
        mutate(target, { onSuccess: () => setMailed(target) });
      }}
    >
      <Heading className="text-base">{t('where', { amount: coins })}</Heading>
      <TextInput
        label={t('address')}
        hint={t('addressHint')}
        dir="ltr"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        {...field('address')}
      />
      {refund.cryptoId === 'ripple' && (
        <TextInput label={t('tag')} optional inputMode="numeric" maxLength={20} {...field('tag')} />
      )}
      {problem}
      <SendButton text={t('sendCode')} type="submit" variant="filled" busy={isPending} />
    </ShortForm>
  );
}
