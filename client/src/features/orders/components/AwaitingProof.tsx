import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountToPay, PaymentLines, PaymentSlip } from '#client/features/payment-methods/components/PaymentSlip.tsx';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows } from '#client/ui/brand/Slip.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { MoneyLine } from '../line/MoneyLine.tsx';
import type { FollowedLine } from '../line/useLine.ts';
import { useCancelOrder, type OrderDetails } from '../orders.queries.ts';
import { ProofUploadFields } from './ProofUploadFields.tsx';
import { useProofUpload } from './useProofUpload.ts';

interface AwaitingProofProps extends FollowedLine {
  details: OrderDetails;
}

/** An exchange that waits for its proof: how much to pay and where, the upload, and the cancellation. */
export function AwaitingProof({ details, line, source }: AwaitingProofProps) {
  const { t } = useTranslation(['orders', 'orders.line']);
  const { id, reference, paymentInstructions, inputAmount, payoutAmount, payoutCurrency } = details;
  const upload = useProofUpload(id, () => toast({ title: t('upload.done') }));
  const chosenInstructions = paymentInstructions.filter(({ isChosen }) => isChosen);
  const [first, ...otherInstructions] = chosenInstructions.length > 0 ? chosenInstructions : paymentInstructions;
  return (
    <section className="flex flex-col gap-5">
      <MoneyLine
        line={line}
        source={source}
        isBrief
        sum={first && inputAmount !== null && <AmountToPay amount={inputAmount} currency={first.currency} />}
      >
        {first && (
          <div className="mt-3">
            <PaymentLines method={first} reference={reference} />
            <DottedRows className="mt-3">
              <DottedRow label={t('orders.line:sum.then')} strong>
                {formatMoneyText(payoutAmount, payoutCurrency)}
              </DottedRow>
            </DottedRows>
          </div>
        )}
      </MoneyLine>
      {otherInstructions.map((method) => (
        <PaymentSlip key={method.id} method={method} amount={inputAmount ?? undefined} reference={reference} />
      ))}
      <ProofUploadFields upload={upload} />
      <div className="line-next no-print">
        <SendButton
          text={t('waiting.upload')}
          type="submit"
          form={upload.formId}
          variant="filled"
          wide
          busy={upload.isPending}
        />
      </div>
      <CancelOrder id={id} reference={reference} />
    </section>
  );
}

/** Asks once more before an order is cancelled: a payment on its way could no longer be matched. */
function CancelOrder({ id, reference }: { id: string; reference: string }) {
  const { t } = useTranslation('orders');
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancelOrder();
  return (
    <>
      <Button text={t('waiting.cancel')} variant="ghost" className="-ms-2 self-start" onClick={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title={t('waiting.cancelAsk')}
          keep={t('waiting.cancelNo')}
          confirm={t('waiting.cancelYes', { reference })}
          danger
          by={cancel}
          failed={t('waiting.cancelFailed')}
          onConfirm={() => cancel.mutate(id)}
          onClose={() => setAsking(false)}
        >
          <p>{t('waiting.cancelText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
