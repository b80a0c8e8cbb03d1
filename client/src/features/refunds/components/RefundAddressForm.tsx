import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MailedCodeNotes } from '#client/features/auth/components/MailedCodeNotes.tsx';
import { CallError, hasCode } from '#client/lib/api/call.ts';
import { formatTime } from '#client/lib/format/format.ts';
import { clearMailedCode, readMailedCode, storeMailedCode, type MailedCode } from '#client/lib/storage/mailed-codes.ts';
import { GroupedAddress } from '#client/ui/data/AddressBlock.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { CodeField } from '#client/ui/form/secret/CodeField.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { maxRefundFeePercent } from '#shared/orders/orders.stages.ts';
import { coinName } from '#shared/reference/coin-name.ts';
import { hasDestinationTag } from '#shared/reference/coin-networks.ts';
import { coinById } from '#shared/reference/coins.ts';
import { refundAddressInput } from '#shared/refunds/refunds.contract.ts';
import { readPaymentLink } from '#shared/wallets/wallets.payment-link.ts';
import { refundCodeOf, useNameAddress, type Refund } from '../refunds.queries.ts';

interface RefundAddressFormProps {
  refund: Refund;
  /** The coins that go back, with their symbol. */
  amount: string;
  /** `undefined` if the text above names it. */
  heading?: 'h2' | 'h3' | undefined;
  onStored: () => void;
}

/** The address of a refund, then the code that was mailed for it: a reload returns to the code. */
export function RefundAddressForm({ refund, amount, heading, onStored }: RefundAddressFormProps) {
  const name = refundCodeOf(refund.id);
  const [mailedCode] = useState(() => readMailedCode(name));
  const [mailed, setMailed] = useState(mailedCode);
  if (!mailed?.target.address)
    return (
      <AddressStep
        refund={refund}
        amount={amount}
        heading={heading}
        onMailed={(target) => setMailed(storeMailedCode(name, target))}
      />
    );
  const { address, tag } = mailed.target;
  return (
    <CodeStep
      refund={refund}
      heading={heading}
      mailed={mailed}
      target={{ address, ...(tag && { tag }) }}
      isResumed={mailed === mailedCode}
      onMailed={() => setMailed(storeMailedCode(name, mailed.target))}
      onStored={() => {
        clearMailedCode(name);
        onStored();
      }}
      onLeave={() => {
        clearMailedCode(name);
        setMailed(undefined);
      }}
    />
  );
}

type Target = { address: string; tag?: string };

interface AddressStepProps extends Pick<RefundAddressFormProps, 'refund' | 'amount' | 'heading'> {
  onMailed: (target: Target) => void;
}

function AddressStep({ refund, amount, heading: Heading, onMailed }: AddressStepProps) {
  const { t } = useTranslation('refunds');
  const { mutate, isPending, error } = useNameAddress(refund);
  // A problem of a field is shown at the field.
  const otherError = error instanceof CallError && Object.keys(error.fields).length > 0 ? null : error;
  const [form, field] = useContractForm(refundAddressInput.omit({ code: true }), {
    defaultValues: { address: '', tag: '' },
  });
  const coin = coinById(refund.cryptoId);
  const lastLink = useRef({ address: '', tag: '' });
  const readLink = () => {
    const { address, tag } = form.getValues();
    const link = readPaymentLink(refund.cryptoId, address);
    if (!link || address === lastLink.current.address) return;
    form.setValue('address', link.address);
    // A typed tag stays; a tag that the previous link filled in is removed with it.
    const isTyped = tag !== '' && tag !== lastLink.current.tag;
    lastLink.current = { address: link.address, tag: link.tag ?? '' };
    if (!isTyped) form.setValue('tag', lastLink.current.tag);
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
      {Heading && <Heading className="text-base">{t('where', { amount })}</Heading>}
      <TextInput
        label={t('address', { coin: coinName(coin?.name ?? '') })}
        hint={t('addressHint', { network: coin?.networkHint ?? '' })}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        {...field('address')}
        onBlur={readLink}
      />
      {hasDestinationTag(refund.cryptoId) && (
        <TextInput label={t('tag')} optional inputMode="numeric" {...field('tag')} />
      )}
      <Problem error={otherError} title={otherError ? t('failed') : undefined} />
      <p className="text-sm text-muted">
        <span>{t('codeWhy')}</span>{' '}
        <span>{t(refund.feeBy === 'customer' ? 'youBearFee' : 'weBearFee', { percent: maxRefundFeePercent })}</span>
      </p>
      <SendButton text={t('sendCode')} type="submit" variant="filled" busy={isPending} />
    </ShortForm>
  );
}

interface CodeStepProps extends Pick<RefundAddressFormProps, 'refund' | 'heading' | 'onStored'> {
  mailed: MailedCode;
  target: Target;
  /** True for a code that was requested before this screen was loaded. */
  isResumed: boolean;
  onMailed: () => void;
  onLeave: () => void;
}

function CodeStep({ refund, heading: Heading, mailed, target, isResumed, onMailed, onStored, onLeave }: CodeStepProps) {
  const { t } = useTranslation(['refunds', 'auth', 'orders.line']);
  const confirm = useNameAddress(refund);
  const nameAgain = useNameAddress(refund);
  const [form] = useContractForm(refundAddressInput.pick({ code: true }).required(), { defaultValues: { code: '' } });
  const error = hasCode(confirm.error, 'invalid_code') ? null : (confirm.error ?? nameAgain.error);
  const submit = ({ code }: { code: string }) => confirm.mutate({ ...target, code }, { onSuccess: onStored });
  return (
    <ShortForm form={form} className="flex flex-col gap-3 card p-4" onSubmit={submit}>
      {Heading && <Heading className="text-base">{t('orders.line:sentence.refundCode')}</Heading>}
      <div>
        <p className="text-sm font-medium">{t('address', { coin: coinName(coinById(refund.cryptoId)?.name ?? '') })}</p>
        <Ltr className="font-mono wrap-anywhere text-muted">
          <GroupedAddress address={target.address} />
          {target.tag && ` · ${target.tag}`}
        </Ltr>
      </div>
      {!confirm.error && (
        <Note announce>{isResumed ? t('auth:code.kept', { time: formatTime(mailed.mailedAt) }) : t('enterCode')}</Note>
      )}
      <CodeField
        form={form}
        name="code"
        label={t('auth:code.label')}
        disabled={confirm.isPending}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step asks for nothing but this code
        focusOnMount
        onSubmit={submit}
        refusal={confirm.error}
      />
      <MailedCodeNotes
        mailed={mailed}
        isSending={nameAgain.isPending}
        refusal={confirm.error}
        onResend={() => nameAgain.mutate(target, { onSuccess: onMailed })}
      >
        <Button text={t('another')} variant="ghost" size="small" className="-ms-2" onClick={onLeave} />
      </MailedCodeNotes>
      <Problem error={error} title={error ? t('failed') : undefined} />
      <SendButton text={t('confirm')} type="submit" variant="filled" busy={confirm.isPending} />
    </ShortForm>
  );
}
