import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { ToggleButton } from '#client/ui/form/chips/ToggleButton.tsx';
import type { WritingHelp } from '../components/Composer.tsx';
import type { ReadyReplies, ReadyReply } from './useReadyReplies.ts';

/** Offers ready replies after `/` and the first letters of a name: arrow keys move, Enter inserts, Esc closes. */
export function useReplyMenu({ list: replies, foreign }: ReadyReplies): WritingHelp {
  const listId = useId();
  const [chosenIndex, setChosenIndex] = useState(0);
  const menuOf = (text: string) => {
    const search = text.startsWith('/') ? text.slice(1).trim().toLocaleLowerCase() : undefined;
    const fittingReplies = replies.filter(
      ({ name }) => search !== undefined && name.toLocaleLowerCase().includes(search),
    );
    return {
      isOpen: fittingReplies.length > 0,
      fitting: fittingReplies,
      active: Math.min(chosenIndex, fittingReplies.length - 1),
    };
  };
  return {
    above: ({ text, put }) => {
      const { isOpen, fitting, active } = menuOf(text);
      const onTake = (reply: ReadyReply) => put(reply.text);
      return (
        <>
          {replies.length > 0 && <ReplyButtons replies={replies} foreign={foreign} onTake={onTake} />}
          {isOpen && <ReplyList listId={listId} fitting={fitting} active={active} onTake={onTake} />}
        </>
      );
    },
    fieldProps: (text) => {
      const { isOpen, active } = menuOf(text);
      return {
        'aria-autocomplete': 'list',
        'aria-haspopup': 'listbox',
        ...(isOpen && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${active}` }),
      };
    },
    onKey: (event, { text, put }) => {
      const { isOpen, fitting, active } = menuOf(text);
      const reply = fitting[active];
      if (!isOpen || !reply) return false;
      if (event.key === 'ArrowDown') setChosenIndex((active + 1) % fitting.length);
      else if (event.key === 'ArrowUp') setChosenIndex((active + fitting.length - 1) % fitting.length);
      else if (event.key === 'Enter') put(reply.text);
      else if (event.key === 'Escape') put('');
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

interface ReplyListProps {
  listId: string;
  fitting: readonly ReadyReply[];
  active: number;
  onTake: (reply: ReadyReply) => void;
}

/** The ready-made answers that fit the typed text, above the field. */
function ReplyList({ listId, fitting, active, onTake }: ReplyListProps) {
  const { t } = useTranslation('chat.admin');
  return (
    <div
      id={listId}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> cannot follow what is typed elsewhere
      role="listbox"
      tabIndex={-1}
      aria-label={t('replies')}
      className="absolute inset-x-0 bottom-full z-10 mb-1 max-h-64 overflow-y-auto rounded-card border border-line-strong bg-raised p-1 shadow-overlay"
    >
      {fitting.map((reply, index) => (
        <div
          key={reply.name}
          id={`${listId}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> must be inside a <select>
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={clsx(
            'cursor-pointer rounded-control px-3 py-2 hover:bg-tide-soft',
            index === active && 'bg-tide-soft',
          )}
          onPointerDown={(event) => {
            event.preventDefault(); // The field keeps the focus.
            onTake(reply);
          }}
        >
          <p className="font-medium">{reply.name}</p>
          <p dir="auto" className="line-clamp-1 text-muted">
            {reply.text}
          </p>
        </div>
      ))}
    </div>
  );
}

interface ReplyButtonsProps extends Pick<ReadyReplies, 'foreign'> {
  replies: readonly ReadyReply[];
  onTake: (reply: ReadyReply) => void;
}

/** Ready replies as buttons, and the switch between the customer's language and that of the page. */
function ReplyButtons({ replies, foreign, onTake }: ReplyButtonsProps) {
  const { t } = useTranslation('chat.admin');
  return (
    <div className="flex items-center gap-2">
      <div className="flex min-w-0 flex-1 items-center gap-2 overflow-x-auto mask-r-from-[calc(100%-16px)] p-1 pe-4 rtl:mask-r-from-100% rtl:mask-l-from-[calc(100%-16px)]">
        <span className="text-xs whitespace-nowrap text-muted">/ {t('replies')}</span>
        {replies.map((reply) => (
          <Button key={reply.name} text={reply.name} size="small" className="shrink-0" onClick={() => onTake(reply)} />
        ))}
      </div>
      {foreign && (
        <ToggleButton
          text={foreign.name}
          isOn={foreign.isOn}
          className="shrink-0"
          aria-label={t('repliesIn', { language: foreign.name })}
          onClick={foreign.toggle}
        />
      )}
    </div>
  );
}
