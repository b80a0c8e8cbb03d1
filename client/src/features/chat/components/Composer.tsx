import { SendHorizontal } from 'lucide-react';
import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { readTabItem, writeTabItem } from '#client/lib/storage/tab-storage.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { maxMessageLength } from '#shared/chat/chat.limits.ts';

interface ComposerProps {
  /** Key of the conversation: its unsent text is restored on reopening and after a reload. */
  draftKey: string;
  onSend: (text: string) => void;
  /** Runs while the user types. */
  onType?: () => void;
  label?: string;
  /** Help with writing: the content above the field, the field's attributes for it, and the keys it handles first. */
  help?: WritingHelp;
  /** Buttons beside the field, such as that for a file. */
  tools?: ReactNode;
}

export interface WritingHelp {
  above: (writing: ComposerText) => ReactNode;
  fieldProps: (text: string) => ComponentProps<'textarea'>;
  /** True for a key that the field must not handle any more. */
  onKey: (event: KeyboardEvent, writing: ComposerText) => boolean;
}

export interface ComposerText {
  text: string;
  /** Replaces the text in the field. */
  put: (text: string) => void;
}

/** The message field: Enter sends, Shift and Enter insert a line break. */
export function Composer({ draftKey, onSend, onType, label, help, tools }: ComposerProps) {
  const { t } = useTranslation('chat');
  const fieldId = useId();
  const [text, setState] = useState(() => readTabItem(`draft:${draftKey}`) ?? '');
  const setText = (newText: string) => {
    writeTabItem(`draft:${draftKey}`, newText);
    setState(newText);
  };
  const { length } = text.trim();
  const isTooLong = length > maxMessageLength;
  const isUnfit = length === 0 || isTooLong;
  const send = () => {
    if (isUnfit) return;
    onSend(text.trim());
    setText('');
  };
  const writing: ComposerText = {
    text,
    put: (newText) => {
      setText(newText);
      document.getElementById(fieldId)?.focus();
    },
  };
  const key = (event: KeyboardEvent) => {
    if (help?.onKey(event, writing)) return;
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
      {help?.above(writing)}
      <div className="flex w-full items-end gap-2">
        {tools}
        <textarea
          id={fieldId}
          aria-label={t('message')}
          placeholder={t('message')}
          rows={1}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? `${fieldId}-error` : undefined}
          value={text}
          {...help?.fieldProps(text)}
          onChange={(event) => {
            setText(event.target.value);
            if (event.target.value.trim() !== '') onType?.();
          }}
          onKeyDown={key}
          className="field-sizing-content max-h-32 min-h-11 min-w-0 flex-1 resize-none rounded-control border border-line-strong bg-bg px-3.5 py-2.5 text-base"
        />
        <Button
          type="submit"
          variant={label ? 'filled' : 'outline'}
          disabled={isUnfit}
          aria-label={label ?? t('send')}
          icon={<SendHorizontal className="size-5 rtl:-scale-x-100" />}
        >
          {label && <span className="max-sm:hidden">{label}</span>}
        </Button>
      </div>
      {isTooLong && <TooLong id={`${fieldId}-error`} />}
    </form>
  );
}

/** Overlong text stays in the field: the writer shortens it. */
function TooLong({ id }: { id: string }) {
  const { t } = useTranslation('chat');
  return (
    <p id={id} role="alert" className="text-sm text-rejected">
      {t('tooLong', { max: formatNumber(maxMessageLength) })}
    </p>
  );
}
