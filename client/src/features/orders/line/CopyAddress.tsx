import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { useCopy } from '#client/ui/data/CopyButton.tsx';
import { Button, type ButtonVariant } from '#client/ui/form/Button.tsx';

/** Copies the address of a sale, and confirms it with both ends of the address. */
export function CopyAddress({ address, variant }: { address: string; variant: ButtonVariant }) {
  const { t } = useTranslation(['sell', 'common']);
  const { outcome, copy } = useCopy(address);
  const isDone = outcome === 'done';
  const Icon = isDone ? Check : Copy;
  return (
    <>
      <Button variant={variant} icon={<Icon className="size-4" strokeWidth={2} />} onClick={copy}>
        {isDone ? `${t('deposit.copied')} ${shortAddress(address)}` : t('deposit.copyAddress')}
      </Button>
      <output className={outcome === 'failed' ? 'text-sm text-rejected' : 'sr-only'}>
        {isDone ? t('deposit.copied') : outcome === 'failed' ? t('common:copy.failed') : ''}
      </output>
    </>
  );
}
