import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { coinName } from '#shared/reference/coin-name.ts';
import { SellFrame } from './SellFrame.tsx';
import type { SellWizard } from './useSellWizard.ts';

/** Where a link or a stored sale names a coin that cannot be sent now: before anything is typed for it. */
export function CoinNotOffered({ wizard, name }: { wizard: SellWizard; name: string }) {
  const { t } = useTranslation('sell');
  return (
    <SellFrame
      step={1}
      heading={t('select.notOffered.title', { name: coinName(name) })}
      lede={t('select.notOffered.text')}
      bar={
        <Button variant="filled" onClick={() => wizard.go(1)}>
          {t('select.notOffered.action')}
        </Button>
      }
    >
      {null}
    </SellFrame>
  );
}
