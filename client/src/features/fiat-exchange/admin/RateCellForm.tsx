import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import type { AdminRate } from './fiat-exchange.admin.queries.ts';
import { LargeChange, OldAndNew } from './RateChange.tsx';
import { useRateEditor } from './useRateEditor.ts';

interface RateCellFormProps {
  rate: AdminRate;
  /** False once another cell was opened after this one. */
  isNewest: boolean;
  /** Closes it without the focus, which is in another cell. */
  onLeave: () => void;
  onClose: () => void;
}

/**
 * The field that replaces the rate of a cell: Enter saves it, Escape keeps the old rate. Opening another cell closes
 * it, unless a typed rate would be lost.
 */
export function RateCellForm({ rate, isNewest, onLeave, onClose }: RateCellFormProps) {
  const { t } = useTranslation(['fiat-exchange.admin', 'common']);
  const editor = useRateEditor(rate, onClose);
  const { form, field, exchangeRate, moved, change, isAsking } = editor;
  const isUntouched = !isNewest && !form.formState.isDirty;
  useEffect(() => {
    if (isUntouched) onLeave();
  }, [isUntouched, onLeave]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = place.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, []);
  return (
    <div ref={place} className="ms-auto min-w-40 px-1 text-start">
      <ShortForm form={form} className="flex flex-col gap-2 py-1" onSubmit={editor.save} error={change.error}>
        <TextInput
          label={t('rates.newRate', { from: rate.fromCurrency, to: rate.toCurrency })}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          onKeyDown={({ key }) => {
            if (key === 'Escape' && !change.isPending) onClose();
          }}
          {...field('exchangeRate')}
          hint={exchangeRate && <OldAndNew rate={rate} exchangeRate={exchangeRate} moved={moved} />}
        />
        {change.error && !isAsking && (
          <AdminProblem error={change.error} title={t('rates.failed.update')} onRetry={editor.writeAgain} />
        )}
        <span className="flex flex-wrap gap-2">
          <Button text={t('save')} type="submit" size="small" variant="filled" busy={change.isPending} />
          <Button text={t('common:action.cancel')} size="small" disabled={change.isPending} onClick={onClose} />
        </span>
        <LargeChange rate={rate} editor={editor} />
      </ShortForm>
    </div>
  );
}
