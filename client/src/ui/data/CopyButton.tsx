import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonVariant } from '../form/Button.tsx';

type Outcome = 'idle' | 'done' | 'failed';

/** Copies text and reports for 6 s whether that worked. */
export function useCopy(text: string): { outcome: Outcome; copy: () => void } {
  const [outcome, setOutcome] = useState<Outcome>('idle');
  useEffect(() => {
    if (outcome === 'idle') return undefined;
    const timer = setTimeout(() => setOutcome('idle'), 6_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('done');
    } catch {
      setOutcome('failed');
    }
  };
  return { outcome, copy: () => void copy() };
}

interface CopyButtonProps {
  id?: string | undefined;
  text: string;
  /** Label for screen readers: "Copy address". */
  label: string;
  variant?: ButtonVariant | undefined;
  /** Shows the icon alone, in dense rows. */
  iconOnly?: boolean | undefined;
}

/** Copies a text; the button itself shows the confirmation, which is announced. */
export function CopyButton({ id, text, label, variant = 'outline', iconOnly = false }: CopyButtonProps) {
  const { t } = useTranslation();
  const { outcome, copy } = useCopy(text);
  const Icon = outcome === 'done' ? Check : Copy;
  const buttonText = outcome === 'done' ? t('copy.done') : t('action.copy');
  return (
    <span className="inline-flex flex-col items-end gap-1">
      <Button
        text={iconOnly ? undefined : buttonText}
        id={id}
        variant={variant}
        size="small"
        aria-label={label}
        icon={<Icon className="size-4" strokeWidth={2} />}
        onClick={copy}
        className={iconOnly ? 'min-w-9' : 'min-h-11'}
      />
      <output className={outcome === 'failed' ? 'text-xs text-rejected' : 'sr-only'}>
        {outcome === 'done' ? t('copy.done') : outcome === 'failed' ? t('copy.failed') : ''}
      </output>
    </span>
  );
}
