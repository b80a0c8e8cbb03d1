import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '../../data/Ltr.tsx';
import type { ComboboxOption } from './combobox-options.ts';

interface ComboboxListProps {
  listId: string;
  found: readonly ComboboxOption[];
  /** Index of the active option. */
  active: number;
  value: string;
  grouped: boolean;
  /** Element below which the list opens. */
  box: RefObject<HTMLElement | null>;
  choose: (option: ComboboxOption) => void;
}

/** The options of a Combobox, in the top layer, so that no dialog, slip or scroll region cuts them off. */
export function ComboboxList({ listId, found, active, value, grouped, box, choose }: ComboboxListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  usePopoverPosition(box, list, found.length);
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);

  return (
    <div
      ref={list}
      id={listId}
      // A <select> cannot be searched.
      role="listbox"
      tabIndex={-1}
      popover="manual"
      className="inset-auto m-0 overflow-y-auto rounded-card border border-line bg-raised p-1 text-ink shadow-overlay"
    >
      {found.length === 0 && <p className="px-3 py-2 text-sm text-muted">{t('combobox.empty')}</p>}
      {found.map((option, index) => (
        <Option
          key={option.value}
          id={`${listId}-${index}`}
          option={option}
          heading={grouped && option.group !== found[index - 1]?.group ? option.group : undefined}
          active={index === active}
          chosen={option.value === value}
          choose={choose}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  option: ComboboxOption;
  heading: string | undefined;
  active: boolean;
  chosen: boolean;
  choose: (option: ComboboxOption) => void;
}

function Option({ id, option, heading, active, chosen, choose }: OptionProps) {
  return (
    <>
      {heading && (
        <p aria-hidden="true" className="px-3 pt-3 pb-1 text-xs text-faint">
          {heading}
        </p>
      )}
      {/* The input handles the keys and stays focused. */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={chosen}
        className={clsx(
          'flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-3 hover:bg-tide-soft',
          active && 'bg-tide-soft',
        )}
        onMouseDown={(event) => event.preventDefault()} // The input must not lose the focus before the click.
        onClick={() => choose(option)}
      >
        <Check className={clsx('size-4 shrink-0 text-tide', !chosen && 'invisible')} strokeWidth={2} />
        <span className="min-w-0 flex-1">{option.text}</span>
        {option.aside && <Ltr className="text-sm text-muted figures">{option.aside}</Ltr>}
      </div>
    </>
  );
}

const gapPx = 4;
const maxHeightPx = 320;

function positionPopover(box: HTMLElement, list: HTMLElement): void {
  const from = box.getBoundingClientRect();
  const spaceBelow = window.innerHeight - from.bottom;
  const isAbove = spaceBelow < 240 && from.top > spaceBelow;
  list.style.width = `${from.width}px`;
  list.style.left = `${from.left}px`;
  list.style.maxHeight = `${Math.min(maxHeightPx, (isAbove ? from.top : spaceBelow) - 2 * gapPx)}px`;
  list.style.top = isAbove ? `${from.top - list.offsetHeight - gapPx}px` : `${from.bottom + gapPx}px`;
}

/** Places a popover below its field, or above if there is more space; `size` is its item count. */
function usePopoverPosition(
  box: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  size: number,
): void {
  useEffect(() => {
    const around = box.current;
    const popup = list.current;
    if (!around || !popup) return undefined;
    const follow = () => positionPopover(around, popup);
    if (!popup.matches(':popover-open')) popup.showPopover();
    window.addEventListener('scroll', follow, true);
    window.addEventListener('resize', follow);
    // A line that an answer adds above the field moves it without a scroll event.
    const sizeObserver = new ResizeObserver(follow);
    sizeObserver.observe(document.body);
    return () => {
      sizeObserver.disconnect();
      window.removeEventListener('scroll', follow, true);
      window.removeEventListener('resize', follow);
    };
  }, [box, list]);
  useEffect(() => {
    if (size >= 0 && box.current && list.current) positionPopover(box.current, list.current);
  }, [box, list, size]);
}
