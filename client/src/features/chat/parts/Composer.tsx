import { SendHorizontal } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/Button.tsx';

const mostSigns = 2000;

/** What was begun and not sent, until the page is left. */
const drafts = new Map<string, string>();

interface ComposerProps {
  /** The conversation: its unsent words are there again when it is opened again. */
  draftKey: string;
  onSend: (text: string) => void;
  label?: string;
}

/** Where a message is written: Enter sends, Shift and Enter make a line. */
export function Composer({ draftKey, onSend, label }: ComposerProps) {
  const { t } = useTranslation('chat');
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
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="flex w-full items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        aria-label={t('message')}
        placeholder={t('message')}
        rows={1}
        maxLength={mostSigns}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={key}
        className="field-sizing-content max-h-32 min-h-11 min-w-0 flex-1 resize-none rounded-control border border-line-strong bg-bg px-3.5 py-2.5 text-base"
      />
      <Button
        type="submit"
        look="tonal"
        disabled={isEmpty}
        aria-label={t('send')}
        icon={<SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" strokeWidth={1.75} />}
      >
        {label}
      </Button>
    </form>
  );
}
