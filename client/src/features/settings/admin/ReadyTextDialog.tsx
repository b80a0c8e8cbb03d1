import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { WordingExample } from '#client/ui/form/WordingExample.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import type { LanguageCode } from '#shared/reference/languages.ts';
import {
  fillReadyText,
  readyTextInput,
  readyTexts,
  type ReadyTextKey,
} from '#shared/settings/settings.ready-texts.contract.ts';
import { useChangeReadyText, type ReadyTextValues } from './settings.ready-texts.queries.ts';

export interface OpenReadyText {
  id: ReadyTextKey;
  language: LanguageCode;
  label: string;
  builtIn: string;
  /** The operator's wording; undefined where the built-in one holds. */
  own: string | undefined;
}

interface ReadyTextDialogProps extends OpenReadyText {
  values: ReadyTextValues;
  onClose: () => void;
}

/** One ready text in one language: the wording, how it reads today, and the way back to the built-in one. */
export function ReadyTextDialog({ id, language, label, builtIn, own, values, onClose }: ReadyTextDialogProps) {
  const { t } = useTranslation('settings.admin');
  const form = useContractForm(readyTextInput, { defaultValues: { key: id, language, text: own ?? builtIn } });
  useLeaveGuard(form.formState.isDirty);
  const field = useFields(form);
  const wording = useWatch({ control: form.control, name: 'text' });
  const change = useChangeReadyText();
  const save = (text: string | null) =>
    change.mutate(
      { key: id, language, text },
      {
        onSuccess: () => {
          toast({ title: t(text === null ? 'texts.wasReset' : 'texts.saved'), text: label, tone: 'done' });
          onClose();
        },
      },
    );
  const placeholders = readyTexts[id].map((name) => `{{${name}}}`).join(' ');
  return (
    <FormDialog
      form={form}
      title={t('texts.title', { name: label })}
      confirm={t('texts.save')}
      busy={change.isPending}
      error={change.error}
      failed={t('texts.failed')}
      onSubmit={({ text }) => save(text)}
      onClose={onClose}
    >
      <TextArea
        label={t('texts.field')}
        hint={placeholders ? t('texts.hint', { placeholders }) : undefined}
        lang={language}
        dir="auto"
        maxLength={2000}
        rows={5}
        {...field('text')}
      />
      <WordingExample
        caption={t('texts.preview')}
        language={language}
        reset={
          own === undefined ? undefined : { label: t('texts.reset'), busy: change.isPending, onReset: () => save(null) }
        }
      >
        {fillReadyText(wording, values)}
      </WordingExample>
    </FormDialog>
  );
}
