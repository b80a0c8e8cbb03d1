import { Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, menuItemClasses } from './Menu.tsx';

interface ShortcutsMenuProps {
  shortcuts: { isOn: boolean; toggle: () => void };
  /** Further items below the switch. */
  children?: ReactNode;
}

/** The preferences of a queue: its single-key shortcuts on or off. */
export function ShortcutsMenu({ shortcuts, children }: ShortcutsMenuProps) {
  const { t } = useTranslation('admin.common');
  return (
    <span className="ms-auto">
      <Menu
        trigger={<Settings2 className="size-4" />}
        label={t('shortcuts.preferences')}
        triggerClassName="grid size-8 place-items-center rounded-control text-muted hover:bg-raised hover:text-ink"
      >
        <button type="button" className={menuItemClasses()} onClick={shortcuts.toggle}>
          {shortcuts.isOn ? t('shortcuts.off') : t('shortcuts.on')}
        </button>
        {children}
      </Menu>
    </span>
  );
}
