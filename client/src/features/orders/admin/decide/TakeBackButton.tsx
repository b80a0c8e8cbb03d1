import { useTranslation } from 'react-i18next';
import { isInView } from '#client/lib/keyboard/press-button.ts';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { Button } from '#client/ui/form/Button.tsx';

interface TakeBackButtonProps {
  /** The last moment, in ms, at which the decision can be taken back. */
  until: number;
  busy: boolean;
  onPress: () => void;
}

/** Takes back one decision or many. If several are offered at once, its key presses the newest. */
export function TakeBackButton({ until, busy, onPress }: TakeBackButtonProps) {
  const { t } = useTranslation('orders.admin');
  return (
    <Button
      size="small"
      aria-label={t('takeBack.button')}
      aria-keyshortcuts="Z"
      data-take-back={until}
      busy={busy}
      onClick={onPress}
    >
      {t('takeBack.button')}
      <span className="max-md:hidden">
        <Kbd>Z</Kbd>
      </span>
    </Button>
  );
}

/** Presses the take-back button of the newest decision; nothing where none is offered. */
export function takeNewestBack(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-take-back]')].filter(isInView);
  buttons.toSorted((one, other) => Number(other.dataset['takeBack']) - Number(one.dataset['takeBack']))[0]?.click();
}
