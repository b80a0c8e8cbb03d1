import { ReceiptText, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#client/ui/form/Button.tsx';

/** Names the order that the next message is about, with a button that removes it. */
export function AboutOrder({ reference, onRemove }: { reference: string; onRemove: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <p className="flex min-h-11 w-fit max-w-full items-center gap-1.5 rounded-control border border-line-strong ps-3 text-sm">
      <ReceiptText className="size-4 shrink-0 text-muted" />
      {t('aboutOrder')} <bdi dir="ltr">{reference}</bdi>
      <IconButton label={t('removeOrder', { reference })} onClick={onRemove}>
        <X className="size-4" />
      </IconButton>
    </p>
  );
}
