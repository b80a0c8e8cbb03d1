import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useController, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useFields } from './Form.tsx';
import { TextArea } from './TextInput.tsx';

export interface SentenceList {
  label: string;
  list: readonly { label: string; text: string }[];
}

interface ReadyTextAreaProps<Values extends FieldValues, Parsed> extends Omit<
  ComponentProps<typeof TextArea>,
  'form' | 'id' | 'error' | 'value' | 'onChange'
> {
  form: UseFormReturn<Values, unknown, Parsed>;
  name: FieldPath<Values>;
  /** One list with its name, or several, each with its name in view. */
  sentences: SentenceList | readonly SentenceList[];
}

/** A text area with sentences below that can be appended, each with a short label. */
export function ReadyTextArea<Values extends FieldValues, Parsed>(props: ReadyTextAreaProps<Values, Parsed>) {
  const { form, name, sentences, ...area } = props;
  const { field } = useController({ control: form.control, name });
  const { id, error, maxLength } = useFields(form)(name);
  const add = useAddSentence(form, name);
  const groups = [sentences].flat();
  return (
    <div className="flex flex-col gap-2">
      <TextArea {...area} {...field} {...{ id, error, maxLength }} />
      {groups.map(({ label, list }) => (
        <div key={label} className="flex flex-col gap-1">
          {groups.length > 1 && (
            <p aria-hidden="true" className="text-xs text-muted">
              {label}
            </p>
          )}
          <SentenceChips label={label} list={list} onAdd={add} />
        </div>
      ))}
    </div>
  );
}

/** Appends a sentence to the text of a field. */
export function useAddSentence<Values extends FieldValues, Parsed>(
  { control }: UseFormReturn<Values, unknown, Parsed>,
  name: FieldPath<Values>,
): (sentence: string) => void {
  const { field } = useController({ control, name });
  const text = String(field.value).trim();
  return (sentence) => field.onChange(text ? `${text} ${sentence}` : sentence);
}

interface SentenceChipsProps extends SentenceList {
  onAdd: (sentence: string) => void;
  /** True within a strip that scrolls sideways. */
  isInLine?: boolean;
}

/** Short labels of sentences, each of which adds its sentence. */
export function SentenceChips({ label, list, onAdd, isInLine = false }: SentenceChipsProps) {
  return (
    <ul aria-label={label} className={clsx('flex gap-2', !isInLine && 'flex-wrap')}>
      {list.map((sentence) => (
        <li key={sentence.label} className={isInLine ? 'shrink-0' : undefined}>
          <button
            type="button"
            title={sentence.text}
            className="min-h-8 rounded-control border border-line-strong px-2.5 py-1 text-start text-xs hover:border-ink pointer-coarse:min-h-11"
            onClick={() => onAdd(sentence.text)}
          >
            {sentence.label}
          </button>
        </li>
      ))}
    </ul>
  );
}
