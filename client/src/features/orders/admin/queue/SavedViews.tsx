import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { readStored, writeStored } from '#client/lib/storage/local-storage.ts';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { Menu, menuItemClasses } from '#client/ui/overlay/Menu.tsx';

const storedViews = z.array(z.object({ name: z.string(), search: z.string() }));
type View = z.output<typeof storedViews>[number];

const key = 'landfall:order-views';
const maxViews = 12;
const maxNameLength = 40;

function readViews(): View[] {
  try {
    return storedViews.parse(JSON.parse(readStored(key) ?? '[]'));
  } catch {
    return [];
  }
}

/** Filters with a name, stored in this browser. */
export function SavedViews() {
  const { t } = useTranslation('orders.admin');
  const [search] = useSearchParams();
  const [views, setViews] = useState(readViews);
  const [name, setName] = useState('');
  const store = (next: View[]) => {
    writeStored(key, JSON.stringify(next));
    setViews(next);
  };
  const save = () => {
    if (!name.trim()) return;
    const filters = new URLSearchParams(search);
    for (const place of ['tx', 'page']) filters.delete(place);
    const savedView = { name: name.trim(), search: filters.toString() };
    store([...views.filter((view) => view.name !== savedView.name), savedView].slice(-maxViews));
    setName('');
  };
  return (
    <Menu
      trigger={
        <>
          <Bookmark className="size-4.5" />
          <span aria-hidden="true" className="text-sm font-semibold max-xl:hidden">
            {t('views.title')}
          </span>
        </>
      }
      label={t('views.title')}
      triggerClassName="inline-flex size-9 items-center justify-center gap-2 rounded-control xl:w-auto xl:px-3 border border-line-strong pointer-coarse:size-11"
    >
      {views.map((view) => (
        <span key={view.name} className="flex items-center gap-1">
          <Link to={`?${view.search}`} className={menuItemClasses()}>
            {view.name}
          </Link>
          <IconButton
            label={t('views.remove', { name: view.name })}
            onClick={() => store(views.filter(({ name }) => name !== view.name))}
          >
            <Trash2 className="size-4" />
          </IconButton>
        </span>
      ))}
      <div className="flex flex-col gap-2 p-2">
        <TextInput
          label={t('views.name')}
          maxLength={maxNameLength}
          autoComplete="off"
          value={name}
          onValue={setName}
          onKeyDown={({ key: pressedKey }) => pressedKey === 'Enter' && save()}
        />
        <Button text={t('views.save')} size="small" onClick={save} />
      </div>
    </Menu>
  );
}
