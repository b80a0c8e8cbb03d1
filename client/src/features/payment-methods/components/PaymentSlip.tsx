import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decimal } from '#client/lib/format/format.ts';
import { DottedRows, PerforatedEdge, Slip, SlipNote, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import type { PaymentInstruction } from '#shared/payment-methods/payment-methods.contract.ts';

export type ShownMethod = Omit<PaymentInstruction, 'id' | 'name'>;

interface PaymentSlipProps {
  method: ShownMethod;
  /** The amount to send, as typed into a bank's form. */
  amount?: Decimal | undefined;
  reference?: string | undefined;
  /** The deadline of the payment, above the engraved band in place of the name, which the choice already shows. */
  head?: ReactNode;
}

/** Usual labels of such lines, which are translated; any other label stays as the administrator wrote it. */
const usualLabels = {
  'Account name': 'accountName',
  'Account number': 'accountNumber',
  'Bank code': 'bankCode',
  'Bank name': 'bankName',
  'Mobile number': 'mobileNumber',
  'Routing number': 'routingNumber',
} as const;

const isUsual = (label: string): label is keyof typeof usualLabels => Object.hasOwn(usualLabels, label);

/**
 * The account to pay into, line by line, each copied verbatim: one slip for the customer and for the admin's preview.
 */
export function PaymentSlip({ method, amount, reference, head }: PaymentSlipProps) {
  const { t } = useTranslation('payment-methods');
  const { currency, displayName, type } = method;
  return (
    <Slip seed={reference ?? displayName} title={displayName} aside={t(`type.${type}`)} head={head}>
      {amount !== undefined && <AmountToPay amount={amount} currency={currency} />}
      <PaymentLines method={method} reference={reference} />
    </Slip>
  );
}

/** The amount to send, as typed into a bank's form. */
export function AmountToPay({ amount, currency }: { amount: Decimal; currency: string }) {
  const { t } = useTranslation('payment-methods');
  return (
    <SlipTotal
      label={t('exactly')}
      amount={amount}
      currency={currency}
      action={<CopyButton text={String(amount)} label={t('copyAmount')} variant="ghost" iconOnly />}
    />
  );
}

/** The account to pay into and the reference to name there, within a slip. */
export function PaymentLines({ method, reference }: Pick<PaymentSlipProps, 'method' | 'reference'>) {
  const { t } = useTranslation('payment-methods');
  const { accountDetails, instructions, isSample } = method;
  const labelOf = (label: string) =>
    label === 'details' ? t('details') : isUsual(label) ? t(`label.${usualLabels[label]}`) : label;
  return (
    <>
      <DottedRows>
        {Object.entries(accountDetails).map(([label, value]) => (
          <CopyLine key={label} label={labelOf(label)} value={value} />
        ))}
      </DottedRows>
      {reference && (
        <>
          <PerforatedEdge />
          <DottedRows>
            <CopyLine label={t('reference')} value={reference} strong />
          </DottedRows>
          <p className="text-sm text-muted">{t('referenceWhy')}</p>
        </>
      )}
      {instructions && !isSample && (
        <SlipNote>
          <bdi className="whitespace-pre-line wrap-anywhere">{instructions}</bdi>
        </SlipNote>
      )}
      {isSample && (
        <Note tone="warning" className="mt-3">
          {t('sample')}
        </Note>
      )}
    </>
  );
}

/** Label above value, so that a long account number fits on one line of a phone. */
function CopyLine({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  const { t } = useTranslation('payment-methods');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5 last:border-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd
        className={clsx('col-start-1 text-base wrap-anywhere whitespace-pre-line figures', strong && 'font-semibold')}
      >
        <bdi>{value}</bdi>
      </dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <CopyButton text={value} label={t('copy', { label })} variant="ghost" iconOnly />
      </dd>
    </div>
  );
}
