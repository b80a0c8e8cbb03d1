import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PaymentSlip } from '#client/features/payment-methods/components/PaymentSlip.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
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

/** Asks in place before an order is given up: a payment that is on its way could no longer be matched. */
function CancelOrder({ id, reference }: { id: string; reference: string }) {
  const { t } = useTranslation('orders');
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useCancelOrder();
  if (!asking) {
    return (
      <Button text={t('waiting.cancel')} variant="ghost" className="-ms-2 self-start" onClick={() => setAsking(true)} />
    );
  }
  return (
    <fieldset className="flex flex-col gap-3 rounded-card border border-line p-4">
      <legend className="float-start mb-3 w-full font-medium">{t('waiting.cancelAsk')}</legend>
      <p className="text-sm text-muted">{t('waiting.cancelText')}</p>
      <Problem error={error} title={error ? t('waiting.cancelFailed') : undefined} />
      <div className="flex flex-wrap gap-3">
        <SendButton variant="danger" busy={isPending} onClick={() => mutate(id)}>
          {t('waiting.cancelYes', { reference })}
        </SendButton>
        <Button onClick={() => setAsking(false)}>{t('waiting.cancelNo')}</Button>
      </div>
    </fieldset>
  );
}
