import { useTranslation } from 'react-i18next';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';

const keys = [
  [['J', 'K'], 'move'],
  [['Enter'], 'enter'],
  [['P'], 'file'],
  [['S'], 'start'],
  [['A'], 'approve'],
  [['R'], 'reject'],
  [['C'], 'copyAddress'],
  [['H'], 'copyHash'],
  [['Ctrl', 'Enter'], 'approveSend'],
  [['Ctrl', 'V'], 'paste'],
  [['/'], 'search'],
  [['?'], 'help'],
  [['+', '−'], 'zoom'],
  [['0'], 'fit'],
  [['R'], 'rotate'],
  [['P'], 'file'],
] as const;

/** What every single key does. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('orders.admin');
  return (
    <Dialog open title={t('keys.title')} widthPx={440} onClose={onClose}>
      <p className="pb-3 text-sm text-muted">{t('keys.hint')}</p>
      <dl className="flex flex-col text-sm">
        {keys.map(([pressed, action], at) => (
          <div key={at} className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-3 border-b border-line py-2">
            <dt className="flex gap-1">
              {pressed.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{t(`keys.${action}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
