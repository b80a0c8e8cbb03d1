import type { ComponentProps } from 'react';
import { useController, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useFields } from './Form.tsx';
import { TextArea } from './TextInput.tsx';

interface SentenceList {
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
  const groups = [sentences].flat();
  const text = String(field.value).trim();
  const add = (sentence: string) => field.onChange(text ? `${text} ${sentence}` : sentence);
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
          <ul aria-label={label} className="flex flex-wrap gap-2">
            {list.map((sentence) => (
              <li key={sentence.label}>
                <button
                  type="button"
                  title={sentence.text}
                  className="min-h-8 rounded-control border border-line-strong px-2.5 py-1 text-start text-xs hover:border-ink pointer-coarse:min-h-11"
                  onClick={() => add(sentence.text)}
                >
                  {sentence.label}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
