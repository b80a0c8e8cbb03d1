import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { maxSearchLength } from '#shared/reference/search-lengths.ts';
import { CommandDialog } from './CommandDialog.tsx';
import type { Command, Hit } from './hits.ts';
import { useHits } from './useHits.ts';

/** Opens any screen, setting, batch, order or user by name, and runs the action that the typed verb names. */
export function CommandMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['admin', 'common', 'admin.common']);
  const navigate = useNavigate();
  const listId = useId();
  const box = useRef<HTMLInputElement>(null);
  const [searchText, setSearchText] = useState('');
  // The active hit by its id: hits that arrive later are put above it.
  const [active, setActive] = useState<string>();
  const { hits, isSearching, error, retry } = useHits(searchText);
  const activeIndex = Math.max(
    defaultIndexOf(hits),
    hits.findIndex(({ id }) => id === active),
  );
  // Opening the dialog puts the focus on its first button, so the field takes it after that.
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    document.getElementById(`${listId}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, activeIndex]);

  const [command, setCommand] = useState<Command>();
  const go = (hit: Hit | undefined) => {
    if (!hit) return;
    if (typeof hit.go !== 'string') return setCommand(hit.go);
    onClose();
    void navigate(hit.go);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = { ArrowDown: activeIndex + 1, ArrowUp: Math.max(activeIndex, 0) - 1, Home: 0, End: hits.length - 1 }[
      event.key
    ];
    if (event.key === 'Enter') go(hits[activeIndex]);
    else if (next !== undefined && hits.length > 0) setActive(hits[(next + hits.length) % hits.length]?.id);
    else return;
    event.preventDefault();
  };
  if (command) return <CommandDialog command={command} onClose={onClose} />;
  return (
    <Dialog open title={t('command.title')} onClose={onClose}>
      <div data-command className="flex flex-col gap-3">
        <div className="relative me-10">
          <Search className="absolute start-3.5 top-3.5 size-5 text-muted" />
          <input
            ref={box}
            type="text"
            role="combobox"
            aria-expanded
            aria-autocomplete="list"
            aria-controls={listId}
            aria-activedescendant={activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
            aria-label={t('command.label')}
            placeholder={t('command.label')}
            autoComplete="off"
            maxLength={maxSearchLength}
            value={searchText}
            className="min-h-12 w-full rounded-control border border-line-strong bg-bg ps-11 pe-3.5 text-base text-ink"
            onChange={({ target }) => {
              setSearchText(target.value);
              setActive(undefined);
            }}
            onKeyDown={press}
          />
        </div>
        <output className="text-sm text-muted">
          {isSearching ? t('command.searching') : hits.length === 0 ? t('command.none') : t('command.hint')}
        </output>
        {error && <AdminProblem error={error} title={t('command.failed')} onRetry={retry} />}
        <HitList listId={listId} hits={hits} active={activeIndex} onGo={go} />
      </div>
    </Dialog>
  );
}

/** The line that Enter chooses before an arrow key is pressed; -1 for none. Each opens a screen, or asks first. */
function defaultIndexOf(hits: readonly Hit[]): number {
  return hits.findIndex(({ isBeside }) => !isBeside);
}

/** The groups in the order of their first hits, which is that of the arrow keys. */
const groupsOf = (hits: readonly Hit[]) => [...new Set(hits.map(({ group }) => group))];

type HitListProps = { listId: string; hits: readonly Hit[]; active: number; onGo: (hit: Hit) => void };

/** The hits by their groups; the one under the arrow keys is marked. */
function HitList({ listId, hits, active, onGo }: HitListProps) {
  const { t } = useTranslation('admin');
  const shownHitGroups = groupsOf(hits);
  return (
    // A <select> cannot be searched; its keys are the input's.
    <div id={listId} role="listbox" aria-label={t('command.title')} tabIndex={-1} className="flex flex-col gap-2">
      {shownHitGroups.map((group) => (
        <div key={group} role="group" aria-label={t(`command.group.${group}`)} className="flex flex-col">
          <p aria-hidden="true" className="px-3 py-1 text-xs text-faint">
            {t(`command.group.${group}`)}
          </p>
          {hits.map(
            (hit, index) =>
              hit.group === group && (
                <Line key={hit.id} id={`${listId}-${index}`} hit={hit} isActive={index === active} onGo={onGo} />
              ),
          )}
        </div>
      ))}
    </div>
  );
}

type LineProps = { id: string; hit: Hit; isActive: boolean; onGo: (hit: Hit) => void };

function Line({ id, hit, isActive, onGo }: LineProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={clsx(
        'flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 rounded-control px-3 py-1 sm:flex-nowrap pointer-coarse:min-h-11',
        isActive ? 'bg-tide-soft text-ink' : 'text-muted hover:text-ink',
      )}
      onClick={() => onGo(hit)}
    >
      <hit.Icon className={clsx('size-4.5 shrink-0', hit.group === 'do' && 'text-tide')} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {hit.text} {hit.leadsTo && <span className="block text-xs text-faint">{hit.leadsTo}</span>}
      </span>
      {hit.aside && (
        <span className="truncate text-xs text-faint max-sm:basis-full max-sm:ps-7.5 sm:max-w-3/5">{hit.aside}</span>
      )}
    </div>
  );
}
