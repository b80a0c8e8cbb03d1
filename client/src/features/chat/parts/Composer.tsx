import { SendHorizontal } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/Button.tsx';
import { ReplyButtons, ReplyList, useReplyMenu, type Reply } from './ReplyMenu.tsx';

const mostSigns = 2000;
/** What was begun and not sent, until the page is left. */
const drafts = new Map<string, string>();

interface ComposerProps {
  /** The conversation: its unsent words are there again when it is opened again. */
  draftKey: string;
  onSend: (text: string) => void;
  label?: string;
  /** Ready-made answers: by their buttons, or by a stroke and the beginning of their name. */
  replies?: readonly Reply[];
}

/** Where a message is written: Enter sends, Shift and Enter make a line. */
export function Composer({ draftKey, onSend, label, replies = [] }: ComposerProps) {
  const { t } = useTranslation('chat');
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setState] = useState(() => drafts.get(draftKey) ?? '');
  const setText = (words: string) => {
    drafts.set(draftKey, words);
    setState(words);
  };
  const isEmpty = text.trim() === '';
  const send = () => {
    if (isEmpty) return;
    onSend(text.trim());
    setText('');
  };
  const take = (reply: Reply) => {
    setText(reply.text);
    field.current?.focus();
  };
  const menu = useReplyMenu({ text, replies, onTake: take, onGiveUp: () => setText('') });
  const key = (event: KeyboardEvent) => {
    if (menu.onKey(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="relative flex w-full flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {replies.length > 0 && <ReplyButtons replies={replies} onTake={take} />}
      {menu.list && <ReplyList {...menu.list} />}
      <div className="flex w-full items-end gap-2">
        <textarea
          ref={field}
          aria-label={t('message')}
          placeholder={t('message')}
          rows={1}
          maxLength={mostSigns}
          value={text}
          {...menu.fieldProps}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={key}
          className="field-sizing-content max-h-32 min-h-11 min-w-0 flex-1 resize-none rounded-control border border-line-strong bg-bg px-3.5 py-2.5 text-base"
        />
        <Button
          type="submit"
          look={label ? 'filled' : 'tonal'}
          disabled={isEmpty}
          aria-label={label ?? t('send')}
          icon={<SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" strokeWidth={1.75} />}
        >
          {label && <span className="max-sm:hidden">{label}</span>}
        </Button>
      </div>
    </form>
  );
}
