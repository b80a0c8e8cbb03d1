import { ListFilter } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../form/Button.tsx';
import { Dialog } from './Dialog.tsx';

interface FilterDialogProps {
  /** Number of set filters, which the button shows. */
  chosen: number;
  iconOnly?: boolean;
  onClear: () => void;
  /** The fields; they apply as they change. */
  children: ReactNode;
}

/** A button with the number of filters set, and the dialog it opens. */
export function FilterDialog({ chosen, iconOnly = false, onClear, children }: FilterDialogProps) {
  const { t } = useTranslation('admin.common');
  const [open, setOpen] = useState(false);
  const label = chosen > 0 ? t('filters.buttonCount', { count: chosen }) : t('filters.button');
  return (
    <>
      <Button
        size="small"
        aria-label={iconOnly ? label : undefined}
        className="min-w-9"
        icon={<ListFilter className="size-4" strokeWidth={2} />}
        onClick={() => setOpen(true)}
      >
        {!iconOnly && label}
        {iconOnly && chosen > 0 && <span className="figures">{chosen}</span>}
      </Button>
      <Dialog
        open={open}
        title={t('filters.button')}
        widthPx={520}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button onClick={onClear}>{t('filters.clear')}</Button>
            <Button text={t('filters.done')} variant="filled" onClick={() => setOpen(false)} />
          </>
        }
      >
        {children}
      </Dialog>
    </>
  );
}
