import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ReadyTextArea } from '#client/ui/form/ReadyTextArea.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { refusal } from '#shared/orders/orders.evidence.ts';
import { useReadyNotes, type ReadyNote } from './useReadyNotes.ts';

const withoutReason = z.object({ adminNotes: z.string() });

interface RefusalDialogProps {
  title: string;
  subtitle: ReactNode;
  confirm: string;
  by: { isPending: boolean; error: unknown };
  /** Title of the error, by the endpoint that refused. */
  failed: string;
  templates: readonly ReadyNote[];
  onRefuse: (adminNotes: string) => void;
  /** Text in place of the fields until the right question is known. */
  loading?: string | undefined;
  /** A question above the reason. */
  before?: ReactNode;
  /** True if nothing is refused: there is no reason to give. */
  isLeft?: boolean;
  /** The next step in that case; without it the dialog closes. */
  onLeft?: (() => void) | undefined;
  /** Chooses an answer of the question above by a digit; false for any other digit. */
  onDigit?: (digit: number) => boolean;
  onClose: () => void;
}

/**
 * Refuses one order or several, with a reason that the customer reads. By keys alone only a listed reason can be sent,
 * because typed letters could have been meant for another field.
 */
export function RefusalDialog(props: RefusalDialogProps) {
  const { templates, onRefuse, loading, before, isLeft = false, onLeft = props.onClose, onDigit, ...dialog } = props;
  const { t } = useTranslation('orders.admin');
  const [form] = useContractForm(isLeft ? withoutReason : refusal, { defaultValues: { adminNotes: '' } });
  const sentences = useReadyNotes(...templates);
  const isTableLayout = useTableLayout();
  const { setFocus } = form;
  const notes = form.watch('adminNotes');
  const isChosen = sentences.list.some(({ text }) => notes.includes(text));
  const asksMore = before !== undefined;
  const isLoading = loading !== undefined;
  const fields = useDigits((digit) => {
    if (onDigit?.(digit) !== false) return;
    const chosenSentence = sentences.list[digit - 3];
    if (chosenSentence && !isLeft)
      form.setValue('adminNotes', chosenSentence.text, { shouldValidate: form.formState.isSubmitted });
  });
  useEffect(() => {
    if (isLoading) return;
    if (asksMore) fields.current?.querySelector<HTMLElement>('[data-first-focus] input:checked')?.focus();
    else setFocus('adminNotes');
  }, [setFocus, asksMore, isLoading, fields]);
  return (
    <FormDialog
      {...dialog}
      danger={!isLeft}
      submitKey={isLeft || isChosen}
      missing={loading ?? (isLeft || notes.trim() ? undefined : t('missing.reason'))}
      onMissing={() => setFocus('adminNotes')}
      form={form}
      onSubmit={({ adminNotes }) => (isLeft ? onLeft() : onRefuse(adminNotes))}
    >
      <div ref={fields} className="flex flex-col gap-4">
        {isLoading ? <Skeleton line="h-64" /> : before}
        {!isLeft && !isLoading && (
          <ReadyTextArea
            form={form}
            name="adminNotes"
            label={t('field.reason')}
            hint={isTableLayout ? `${t('field.reasonHint')} ${t('field.reasonKeys')}` : t('field.reasonHint')}
            // On a phone the listed reasons stay in view below it.
            rows={isTableLayout ? 4 : 2}
            sentences={sentences}
          />
        )}
      </div>
    </FormDialog>
  );
}

/** A digit selects a choice or a reason while no field has the focus. */
function useDigits(onDigit: (digit: number) => void): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const latestHandler = useRef(onDigit);
  useEffect(() => {
    latestHandler.current = onDigit;
  });
  useEffect(() => {
    const element = place.current;
    const press = ({ key, target }: KeyboardEvent) => {
      const isText = target instanceof Element && target.matches('textarea, [type=text]');
      if (/^[1-9]$/.test(key) && !isText) latestHandler.current(Number(key));
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, []);
  return place;
}
