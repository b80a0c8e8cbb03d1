import { useTranslation } from 'react-i18next';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';

/** In place of address, QR code and copy buttons, once the address was stopped. */
export function StoppedAddress() {
  const { t } = useTranslation('sell');
  return (
    <section aria-label={t('deposit.label')}>
      <Note
        tone="danger"
        announce
        action={<Button onClick={() => requestHelp('openSupportChat')}>{t('deposit.stopped.contact')}</Button>}
      >
        <p className="font-semibold">{t('deposit.stopped.title')}</p>
        <p>{t('deposit.stopped.text')}</p>
        <ul className="mt-2 flex list-disc flex-col gap-1 ps-5">
          <li>{t('deposit.stopped.unsent')}</li>
          <li>{t('deposit.stopped.sent')}</li>
        </ul>
      </Note>
    </section>
  );
}
