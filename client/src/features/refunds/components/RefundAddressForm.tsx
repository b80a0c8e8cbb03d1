import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatCountdown, formatTime } from '#client/lib/format/format.ts';
import { GroupedAddress } from '#client/ui/data/AddressBlock.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { useRefusedCode } from '#client/ui/form/secret/useRefusedCode.ts';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { shortened } from '#shared/orders/orders.refund.ts';
import { refundAddressInput } from '#shared/refunds/refunds.contract.ts';
import { readPaymentLink } from '#shared/wallets/wallets.payment-link.ts';
import { useNameAddress, type Refund } from '../refunds.queries.ts';
import {
  clearPendingCode,
  expiresAt,
  isCodeValid,
  readPendingCode,
  resendAt,
  storePendingCode,
  type PendingCode,
} from './refunds.pending-code.ts';

interface RefundAddressFormProps {
  refund: Refund;
  /** The coins that go back, with their symbol. */
  amount: string;
  heading: 'h2' | 'h3';
  onStored: () => void;
}

/** The address of a refund, then the code that was mailed for it: a reload comes back to the code. */
export function RefundAddressForm({ refund, amount, heading, onStored }: RefundAddressFormProps) {
  const { id } = refund;
  const [kept] = useState(() => readPendingCode(id));
  const [mailed, setMailed] = useState(() => (kept && isCodeValid(kept) ? kept : undefined));
  if (!mailed)
    return (
      <AddressStep {...{ refund, amount, heading }} onMailed={(target) => setMailed(storePendingCode(id, target))} />
    );
  return (
    <CodeStep
      {...{ refund, heading, mailed }}
      isResumed={mailed === kept}
      onMailed={() => setMailed(storePendingCode(id, mailed))}
      onStored={() => {
        clearPendingCode(id);
        onStored();
      }}
      onLeave={() => {
        clearPendingCode(id);
        setMailed(undefined);
      }}
    />
  );
}

type Target = Omit<PendingCode, 'mailedAt'>;

interface AddressStepProps extends Pick<RefundAddressFormProps, 'refund' | 'amount' | 'heading'> {
  onMailed: (target: Target) => void;
}

function AddressStep({ refund, amount, heading: Heading, onMailed }: AddressStepProps) {
  const { t } = useTranslation('refunds');
  const { mutate, isPending, error } = useNameAddress(refund);
  const [form, field] = useContractForm(refundAddressInput.omit({ code: true }), {
    defaultValues: { address: '', tag: '' },
  });
  const read = useRef({ address: '', tag: '' });
  const readLink = () => {
    const { address, tag } = form.getValues();
    const link = readPaymentLink(refund.cryptoId, address);
    if (!link || address === read.current.address) return;
    form.setValue('address', link.address);
    // A tag that was typed stays; one that the former link filled in goes with it.
    const isTyped = tag !== '' && tag !== read.current.tag;
    read.current = { address: link.address, tag: link.tag ?? '' };
    if (!isTyped) form.setValue('tag', read.current.tag);
  };
  return (
    <ShortForm
      form={form}
      className="flex flex-col gap-3 card p-4"
      error={error}
      onSubmit={({ address, tag }) => {
        const target = { address, ...(tag && { tag }) };
        mutate(target, { onSuccess: () => onMailed(target) });
      }}
    >
      <Heading className="text-base">{t('where', { amount })}</Heading>
      <p className="text-muted">{t(refund.feeBy === 'customer' ? 'youBearFee' : 'weBearFee')}</p>
      <TextInput
        label={t('address')}
        hint={t('addressHint')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        {...field('address')}
        onBlur={readLink}
      />
      {refund.cryptoId === 'ripple' && (
        <TextInput label={t('tag')} optional inputMode="numeric" maxLength={20} {...field('tag')} />
      )}
      <Problem error={error} title={error ? t('failed') : undefined} />
      <SendButton text={t('sendCode')} type="submit" variant="filled" busy={isPending} />
    </ShortForm>
  );
}

interface CodeStepProps extends Pick<RefundAddressFormProps, 'refund' | 'heading' | 'onStored'> {
  mailed: PendingCode;
  /** It was asked for before this screen was loaded. */
  isResumed: boolean;
  onMailed: () => void;
  onLeave: () => void;
}

function CodeStep({ refund, heading: Heading, mailed, isResumed, onMailed, onStored, onLeave }: CodeStepProps) {
  const { t } = useTranslation('refunds');
  const confirm = useNameAddress(refund);
  const again = useNameAddress(refund);
  const [form, field] = useContractForm(refundAddressInput.pick({ code: true }).required(), {
    defaultValues: { code: '' },
  });
  const { mailedAt, ...target } = mailed;
  const wait = Math.max(0, Math.ceil((resendAt(mailed) - useNow(true)) / 1000));
  const error = confirm.error ?? again.error;
  const codePlace = useRefusedCode(confirm.error);
  return (
    <ShortForm
      form={form}
      className="flex flex-col gap-3 card p-4"
      error={error}
      onSubmit={({ code }) => confirm.mutate({ ...target, code }, { onSuccess: onStored })}
    >
      <Heading className="text-base">{t('confirmTitle')}</Heading>
      <Ltr className="font-mono wrap-anywhere text-muted">
        <GroupedAddress address={target.address} />
        {target.tag && ` · ${target.tag}`}
      </Ltr>
      <Note announce>
        {isResumed ? t('kept', { time: formatTime(mailedAt) }) : t('mailed', { address: shortened(target.address) })}
      </Note>
      <div ref={codePlace}>
        <TextInput
          label={t('code')}
          hint={t('expires', { time: formatTime(expiresAt(mailed)) })}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          {...field('code')}
        />
      </div>
      <Problem error={error} title={error ? t('failed') : undefined} />
      <SendButton text={t('confirm')} type="submit" variant="filled" busy={confirm.isPending} />
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {wait > 0 ? (
          <span className="figures text-sm text-muted">{t('resendIn', { time: formatCountdown(wait) })}</span>
        ) : (
          <Button
            text={t('resend')}
            variant="ghost"
            size="small"
            busy={again.isPending}
            onClick={() => again.mutate(target, { onSuccess: onMailed })}
          />
        )}
        <Button text={t('another')} variant="ghost" size="small" onClick={onLeave} />
      </div>
    </ShortForm>
  );
}
