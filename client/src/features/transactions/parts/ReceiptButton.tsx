import { useMutation } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Problem } from '#client/ui/Problem.tsx';
import { SendButton } from '#client/ui/SendButton.tsx';
import { saveReceipt } from '../transactions.api.ts';

/** The receipt of a completed order, to keep. */
export function ReceiptButton({ id }: { id: string }) {
  const { t } = useTranslation('transactions');
  const save = useMutation({ mutationFn: () => saveReceipt(id) });
  return (
    <div className="flex flex-col gap-2">
      <SendButton
        look="filled"
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
