import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { newLine, turned, type Line, type MethodDraft } from './payment-methods.draft.ts';

const maxLines = 20;

interface DetailsEditorProps {
  draft: MethodDraft;
  onChange: (draft: MethodDraft) => void;
}

/** The account's lines as labels and values; or all of them at once as JSON or free text. */
export function DetailsEditor({ draft, onChange }: DetailsEditorProps) {
  const { t } = useTranslation('payment-methods.admin');
  const { lines, text } = draft;
  const isText = text !== undefined;
  const change = (key: string, part: Partial<Line>) =>
    onChange({ ...draft, lines: lines.map((line) => (line.key === key ? { ...line, ...part } : line)) });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-4">
      <legend className="px-1 text-sm font-medium">{t('details')}</legend>
      {isText ? (
        <TextArea
          label={t('asText')}
          hint={t('asTextHint')}
          rows={7}
          maxLength={4000}
          spellCheck={false}
          value={text}
          onChange={({ target }) => onChange({ ...draft, text: target.value })}
        />
      ) : (
        lines.map((line, index) => (
          <LineFields
            key={line.key}
            line={line}
            number={index + 1}
            onChange={(part) => change(line.key, part)}
            onRemove={() => onChange({ ...draft, lines: lines.filter(({ key }) => key !== line.key) })}
          />
        ))
      )}
      <div className="flex flex-wrap gap-3">
        {!isText && lines.length < maxLines && (
          <Button
            size="small"
            icon={<Plus className="size-4" strokeWidth={2} />}
            onClick={() => onChange({ ...draft, lines: [...lines, newLine()] })}
          >
            {t('addLine')}
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={() => onChange(turned(draft))}>
          {isText ? t('toLines') : t('toText')}
        </Button>
      </div>
    </fieldset>
  );
}

interface LineFieldsProps {
  line: Line;
  number: number;
  onChange: (part: Partial<Line>) => void;
  onRemove: () => void;
}

function LineFields({ line, number, onChange, onRemove }: LineFieldsProps) {
  const { t } = useTranslation('payment-methods.admin');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2">
      <TextInput
        label={t('lineLabel', { number })}
        maxLength={60}
        autoComplete="off"
        value={line.label}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <TextInput
        label={t('lineValue', { number })}
        maxLength={300}
        autoComplete="off"
        value={line.value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      <IconButton label={t('removeLine', { number })} onClick={onRemove}>
        <X className="size-4" />
      </IconButton>
    </div>
  );
}
