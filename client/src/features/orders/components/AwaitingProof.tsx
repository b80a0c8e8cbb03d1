import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PaymentSlip } from '#client/features/payment-methods/components/PaymentSlip.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { useCancelOrder, type OrderDetails } from '../orders.queries.ts';
import { ProofUploadFields } from './ProofUploadFields.tsx';
import { useProofUpload } from './useProofUpload.ts';

/** An exchange whose proof is still to come: where to pay, the upload, and the way out of it. */
export function AwaitingProof({ details }: { details: OrderDetails }) {
  const { t } = useTranslation('orders');
  const { id, reference, paymentInstructions, inputAmount } = details;
  const upload = useProofUpload(id, () => toast({ title: t('upload.done') }));
  const chosen = paymentInstructions.filter(({ isChosen }) => isChosen);
  const shown = chosen.length > 0 ? chosen : paymentInstructions;
  return (
    <section className="flex flex-col gap-5">
      <ProofUploadFields
        upload={upload}
        action={<SendButton text={t('waiting.upload')} type="submit" variant="filled" busy={upload.isPending} />}
      />
      {shown.map((method) => (
        <PaymentSlip key={method.id} method={method} amount={inputAmount ?? undefined} reference={reference} />
      ))}
      <CancelOrder id={id} reference={reference} />
    </section>
  );
}

/** Asks once more before an order is given up: a payment that is on its way could no longer be matched. */
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
