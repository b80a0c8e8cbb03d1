import { ArrowLeft, Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { formatList } from '#client/lib/format/list.ts';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import { ShortForm, useFields } from '#client/ui/form/Form.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import type { Api } from '#shared/api.ts';
import { accountLineLimits } from '#shared/payment-methods/payment-methods.contract.ts';
import { PaymentSlip } from '../components/PaymentSlip.tsx';
import { MethodActionDialog } from './MethodActionDialog.tsx';
import type { AdminPaymentMethod, NewMethod } from './payment-methods.admin.queries.ts';
import {
  countryOf,
  draftOf,
  isSameMethod,
  methodForm,
  missingFields,
  newLine,
  previewOf,
  withOtherType,
  type Line,
  type MethodDraft,
} from './payment-methods.draft.ts';

type Currency = Api['GET /api/admin/fiat-currencies']['output'][number];

interface MethodFormProps {
  /** The account to change; undefined for a new one. */
  method: AdminPaymentMethod | undefined;
  currencies: readonly Currency[];
  onClose: () => void;
}

const exampleAmount = '1000';
const exampleReference = 'LF-7K3M-Q2';
const methodParams = ['method'];

/** A receiving account beside the slip its customers will see. */
export function MethodForm({ method, currencies, onClose }: MethodFormProps) {
  const { t } = useTranslation(['payment-methods.admin', 'common', 'admin.common']);
  const [form, field] = useContractForm(methodForm, { defaultValues: draftOf(method) });
  const draft = form.watch();
  const fieldTextOf = useFieldErrorText();
  const [methodToConfirm, setMethodToConfirm] = useState<NewMethod>();
  const release = useLeaveGuard(!isSameMethod(draft, draftOf(method)), methodParams);
  const missingNames = missingFields(draft);
  const name = draft.displayName.trim();
  const setDetails = ({ lines, text }: MethodDraft) => {
    form.setValue('lines', lines);
    form.setValue('text', text);
    form.clearErrors('text');
  };
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <header className="flex flex-wrap items-center gap-3">
        <Button size="small" icon={<ArrowLeft className="size-4 rtl:-scale-x-100" strokeWidth={2} />} onClick={onClose}>
          {t('toList')}
        </Button>
        <h2 className="text-lg">{method ? t('editTitle', { name: method.displayName }) : t('add')}</h2>
      </header>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,560px)_minmax(0,360px)] lg:gap-12">
        <ShortForm form={form} className="flex min-w-0 flex-col gap-4" onSubmit={setMethodToConfirm}>
          <MethodFields form={form} currencies={currencies} />
          <DetailsEditor draft={draft} onChange={setDetails} />
          <FieldError id="method-details-error" error={fieldTextOf(form.formState.errors.text)} />
          <TextArea label={t('instructions')} optional rows={3} {...field('instructions')} />
          <Checkbox label={t('isActive')} {...form.register('isActive')} />
          <SendButton
            text={method ? t('save') : t('create')}
            type="submit"
            variant="filled"
            className="self-start"
            onMissing={() => missingNames[0] && form.setFocus(missingNames[0])}
            missing={
              missingNames.length > 0
                ? t('admin.common:stillMissing', { fields: formatList(missingNames.map((field) => t(field))) })
                : undefined
            }
          />
        </ShortForm>
        <Preview draft={draft} />
      </div>
      {methodToConfirm && (
        <MethodActionDialog
          action={
            method
              ? { kind: 'change', id: method.id, body: methodToConfirm }
              : { kind: 'create', body: methodToConfirm }
          }
          name={name}
          before={method}
          onDone={() => {
            release();
            onClose();
          }}
          onClose={() => setMethodToConfirm(undefined)}
        />
      )}
    </div>
  );
}

function Preview({ draft }: { draft: MethodDraft }) {
  const { t } = useTranslation('payment-methods.admin');
  return (
    <aside aria-label={t('preview')} className="flex flex-col gap-2 self-start lg:sticky lg:top-6">
      <p className="text-sm text-muted">{t('preview')}</p>
      <PaymentSlip method={previewOf(draft)} amount={exampleAmount} reference={exampleReference} />
    </aside>
  );
}

interface MethodFieldsProps {
  form: UseFormReturn<MethodDraft, unknown, z.output<typeof methodForm>>;
  currencies: readonly Currency[];
}

function MethodFields({ form, currencies }: MethodFieldsProps) {
  const { t } = useTranslation('payment-methods.admin');
  const field = useFields(form);
  const currency = field('currency');
  const country = field('country');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('currency')}
        none={t('choose')}
        options={currencies.map(({ code, name }) => [code, `${code} · ${name}`])}
        {...currency}
        onChange={(event) => {
          form.setValue('country', countryOf(event.target.value));
          return currency.onChange(event);
        }}
      />
      <TextInput
        label={t('country')}
        hint={t('countryHint')}
        autoComplete="off"
        {...country}
        onChange={(event) => {
          event.target.value = event.target.value.toUpperCase();
          return country.onChange(event);
        }}
      />
      <Select
        label={t('type')}
        options={[
          ['bank', t('types.bank')],
          ['ewallet', t('types.ewallet')],
        ]}
        {...field('type')}
      />
      <TextInput label={t('sortOrder')} inputMode="numeric" autoComplete="off" {...field('sortOrder')} />
      <TextInput label={t('name')} hint={t('nameHint')} autoComplete="off" {...field('name')} />
      <TextInput label={t('displayName')} hint={t('displayNameHint')} autoComplete="off" {...field('displayName')} />
    </div>
  );
}

const maxLines = 20;

/** The account's lines as labels and values; or all of them at once as JSON or free text. */
function DetailsEditor({ draft, onChange }: { draft: MethodDraft; onChange: (draft: MethodDraft) => void }) {
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
          maxLength={accountLineLimits.text}
          spellCheck={false}
          value={text}
          onValue={(typed) => onChange({ ...draft, text: typed })}
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
            text={t('addLine')}
            size="small"
            icon={<Plus className="size-4" strokeWidth={2} />}
            onClick={() => onChange({ ...draft, lines: [...lines, newLine()] })}
          />
        )}
        <Button size="small" variant="ghost" onClick={() => onChange(withOtherType(draft))}>
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
        maxLength={accountLineLimits.label}
        autoComplete="off"
        value={line.label}
        onValue={(label) => onChange({ label: label })}
      />
      <TextInput
        label={t('lineValue', { number })}
        maxLength={accountLineLimits.value}
        autoComplete="off"
        value={line.value}
        onValue={(value) => onChange({ value: value })}
      />
      <IconButton label={t('removeLine', { number })} onClick={onRemove}>
        <X className="size-4" />
      </IconButton>
    </div>
  );
}
