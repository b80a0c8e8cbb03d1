import { useMutation } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { saveReceipt } from '../orders.queries.ts';

/** Download of a completed order's receipt. */
export function ReceiptButton({ id }: { id: string }) {
  const { t } = useTranslation('orders');
  const save = useMutation({ mutationFn: () => saveReceipt(id) });
  return (
    <div className="flex flex-col gap-2">
      <SendButton
        variant="filled"
        busy={save.isPending}
        icon={<ReceiptText aria-hidden="true" className="size-4" strokeWidth={1.75} />}
        onClick={() => save.mutate()}
      >
        {t('receipt.save')}
      </SendButton>
      <Problem error={save.error} title={save.error ? t('downloadFailed') : undefined} />
    </div>
  );
}
