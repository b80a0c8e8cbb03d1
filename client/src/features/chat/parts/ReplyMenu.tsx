import { clsx } from 'clsx';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/Button.tsx';

/** A ready-made answer. */
export interface Reply {
  name: string;
  text: string;
}

interface Typing {
  text: string;
  replies: readonly Reply[];
  onTake: (reply: Reply) => void;
  onGiveUp: () => void;
}

/** What `/` and the beginning of a name offer; arrows choose, Enter takes, Esc gives up. */
export function useReplyMenu({ text, replies, onTake, onGiveUp }: Typing) {
  const listId = useId();
  const [chosen, setChosen] = useState(0);
  const wanted = text.startsWith('/') ? text.slice(1).trim().toLocaleLowerCase() : undefined;
  const fitting = replies.filter(({ name }) => wanted !== undefined && name.toLocaleLowerCase().includes(wanted));
  const isOpen = fitting.length > 0;
  const active = Math.min(chosen, fitting.length - 1);
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false;
    const reply = fitting[active];
    if (event.key === 'ArrowDown') setChosen((active + 1) % fitting.length);
    else if (event.key === 'ArrowUp') setChosen((active + fitting.length - 1) % fitting.length);
    else if (event.key === 'Enter' && reply) onTake(reply);
    else if (event.key === 'Escape') onGiveUp();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    onKey,
    list: isOpen ? { listId, fitting, active, onTake } : undefined,
    /** For the field, so that a screen reader follows the list. */
    fieldProps: {
      ...(replies.length > 0 && { 'aria-autocomplete': 'list' as const, 'aria-haspopup': 'listbox' as const }),
      ...(isOpen && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${active}` }),
    },
  };
}

interface ReplyListProps {
  listId: string;
  fitting: readonly Reply[];
  active: number;
  onTake: (reply: Reply) => void;
}

/** The ready-made answers that fit what was typed, above the field. */
export function ReplyList({ listId, fitting, active, onTake }: ReplyListProps) {
  const { t } = useTranslation('chat');
  return (
    <div
      id={listId}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> cannot follow what is typed elsewhere
      role="listbox"
      tabIndex={-1}
      aria-label={t('agent.replies')}
      className="absolute inset-x-0 bottom-full z-10 mb-1 max-h-64 overflow-y-auto rounded-card border border-line-strong bg-raised p-1 shadow-overlay"
    >
      {fitting.map((reply, index) => (
        <div
          key={reply.name}
          id={`${listId}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nor can an <option> stand outside of one
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
          <p className="line-clamp-1 text-muted">{reply.text}</p>
        </div>
      ))}
    </div>
  );
}

/** The same answers as buttons. */
export function ReplyButtons({ replies, onTake }: Pick<Typing, 'replies' | 'onTake'>) {
  const { t } = useTranslation('chat');
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:flex-nowrap max-md:overflow-x-auto max-md:p-1">
      <span className="text-xs whitespace-nowrap text-muted">/ {t('agent.replies')}</span>
      {replies.map((reply) => (
        <Button key={reply.name} size="small" className="shrink-0" onClick={() => onTake(reply)}>
          {reply.name}
        </Button>
      ))}
    </div>
  );
}
