import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { clearSellDraft } from '../components/sell.draft.ts';
import { useCancelQuote, type SellQuote } from '../sell.queries.ts';

interface CancelSaleProps {
  quote: Pick<SellQuote, 'quoteId' | 'reference'>;
  userId: string;
  onClose: () => void;
  /** Runs before the page is left. */
  onCanceled?: () => void;
}

/** Asks once more before a sale without coins ends. */
export function CancelSale({ quote, userId, onClose, onCanceled }: CancelSaleProps) {
  const { t } = useTranslation(['sell', 'orders']);
  const navigate = useNavigate();
  const drop = useCancelQuote();
  const discard = () =>
    drop.mutate(quote.quoteId, {
      onSuccess: () => {
        onCanceled?.();
        void clearSellDraft(userId).then(() =>
          navigate('/dashboard', { replace: true, state: { canceled: quote.reference } }),
        );
      },
    });
  return (
    <ConfirmDialog
      title={t('confirm.dropAsk')}
      keep={t('confirm.keep')}
      confirm={t('orders:waiting.cancelYes', { reference: quote.reference })}
      danger
      by={drop}
      failed={t('confirm.dropFailed')}
      onConfirm={discard}
      onClose={onClose}
    >
      <p>{t('confirm.dropText')}</p>
    </ConfirmDialog>
  );
}
