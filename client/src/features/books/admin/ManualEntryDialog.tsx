import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { accountsQuery } from '#client/features/payouts/payouts.queries.ts';
import { formatList } from '#client/lib/format/list.ts';
import { currentLanguage } from '#client/lib/i18n/i18n.ts';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { DateInput } from '#client/ui/form/DateInput.tsx';
import { maxLengthOf } from '#client/ui/form/schema/max-length.ts';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { exchangeName, manualKinds } from '#shared/books/books.accounts.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { reconciliationQuery, useManualEntry, type Reconciliation } from '../books.queries.ts';
import { kindKeys } from './books.kinds.ts';
import { manualSchema, places, usual, wireOf, type ManualForm, type Movement } from './books.manual.ts';
import { accountTextOf, amountText, type Translate } from './books.text.ts';
import { unitOptions } from './books.units.ts';
import { EntryEffect } from './EntryEffect.tsx';

interface ManualEntryDialogProps {
  /** The entry that another screen proposes; its values fill the form at first. */
  suggested?: Partial<ManualForm> | undefined;
  onClose: () => void;
}

/** An account of the business at a bank, and the currency of it. */
type Bank = Pick<Reconciliation['accounts'][number], 'id' | 'currency'>;

/** The bank account with the most entries in the book. */
const mainBankOf = (reconciliation: Reconciliation | undefined): Bank | undefined =>
  reconciliation?.accounts.toSorted((a, b) => b.entries - a.entries)[0];

/** The usual line of a kind of entry: at the most used bank account where there is one, in its currency. */
const emptyLine = (manualKind: string, bank: Bank | undefined, unit?: string): Movement => {
  const places = usual[manualKinds.find((kind) => kind === manualKind) ?? 'cost'];
  const [left, reached] = places.map((place) => (place === 'bank' && bank ? `bank:${bank.id}` : place));
  const bankUnit = places.some((place) => place === 'bank') ? bank?.currency : undefined;
  return { left: left ?? '', reached: reached ?? '', unit: bankUnit ?? unit ?? 'USD', amount: '' };
};

/** Returns the current time as a field for local time takes it. */
function currentTime(): string {
  const at = new Date();
  return new Date(at.getTime() - at.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}

const blankEntry = (bank: Bank | undefined): ManualForm => ({
  kind: 'cost',
  at: currentTime(),
  exchange: '',
  lines: [emptyLine('cost', bank)],
  note: '',
});

/** Enters amounts that no other part of the product knows, each with the account it left and the one it reached. */
export function ManualEntryDialog({ suggested, onClose }: ManualEntryDialogProps) {
  const { t } = useTranslation(['books.admin', 'admin.common']);
  const enterManually = useManualEntry();
  const language = currentLanguage();
  const usedBank = mainBankOf(useQuery(reconciliationQuery).data);
  const [form, field] = useContractForm(manualSchema(language), {
    defaultValues: { ...blankEntry(usedBank), ...suggested },
  });
  const typedEntry = form.watch();
  const namesExchange = typedEntry.lines.some(({ left, reached }) => [left, reached].includes('exchange'));
  const kinds = field('kind');
  const wireLines = wireOf(typedEntry, language).lines;
  const isWhole = wireLines.every(({ amount }) => isAmount(amount));
  const missing = missingOf(typedEntry, namesExchange);
  const missingNames = { amount: t('manual.amount'), exchange: t('exchange'), note: t('note') };
  const focusMissing = () => {
    const line = typedEntry.lines.findIndex(({ amount }) => isBlank(amount));
    if (missing[0]) form.setFocus(missing[0] === 'amount' ? `lines.${line}.amount` : missing[0]);
  };
  return (
    <FormDialog
      form={form}
      title={t('manual.title')}
      subtitle={`${t('manual.lede')} ${t('manual.forever')}`}
      widthPx={680}
      confirm={confirmText(wireLines, t)}
      missing={
        missing.length > 0
          ? t('admin.common:stillMissing', { fields: formatList(missing.map((name) => missingNames[name])) })
          : undefined
      }
      onMissing={focusMissing}
      by={enterManually}
      failed={t('failed.change')}
      onSubmit={(entry) => enterManually.mutate(entry, { onSuccess: toastDone({ title: t('manual.done') }, onClose) })}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('manual.kind')}
          options={manualKinds.map((kind) => [kind, t(kindKeys[kind])])}
          {...kinds}
          value={typedEntry.kind}
          onChange={(event) => {
            void kinds.onChange(event);
            const [first] = form.getValues('lines');
            const line = emptyLine(event.target.value, usedBank, first?.unit);
            form.setValue('lines', [{ ...line, amount: first?.amount ?? '' }]);
          }}
        />
        <DateInput type="datetime-local" label={t('manual.at')} {...field('at')} value={typedEntry.at} />
      </div>
      <Lines form={form} field={field} typed={typedEntry.lines} />
      {isWhole && <EntryEffect lines={wireLines} />}
      {namesExchange && (
        <TextInput label={t('exchange')} maxLength={maxLengthOf(exchangeName)} {...field('exchange')} />
      )}
      <TextArea label={t('note')} rows={2} {...field('note')} />
    </FormDialog>
  );
}

const isBlank = (text: string): boolean => text.trim() === '';

/** Everything that an entry needs and is not typed yet, in the order of the fields. */
function missingOf({ lines, exchange, note }: ManualForm, namesExchange: boolean): ('amount' | 'exchange' | 'note')[] {
  return [
    ...(lines.some(({ amount }) => isBlank(amount)) ? (['amount'] as const) : []),
    ...(namesExchange && isBlank(exchange) ? (['exchange'] as const) : []),
    ...(isBlank(note) ? (['note'] as const) : []),
  ];
}

const isAmount = (amount: string): boolean => /^\d+(\.\d+)?$/.test(amount);

/** The button names the sum of an entry of one line, as soon as it is typed. */
function confirmText(lines: ReturnType<typeof wireOf>['lines'], t: Translate): string {
  const [line, ...others] = lines;
  if (!line || others.length > 0 || !isAmount(line.amount)) return t('manual.enter');
  return t('manual.enterSum', { amount: amountText(line.amount, line.unit) });
}

type ManualFields = ReturnType<typeof useContractForm<ManualForm, ReturnType<typeof wireOf>>>;

interface LinesProps {
  form: ManualFields[0];
  field: ManualFields[1];
  typed: readonly Movement[];
}

function Lines({ form, field, typed }: LinesProps) {
  const { t } = useTranslation('books.admin');
  const { data: banks = [] } = useQuery(accountsQuery);
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' });
  const textOf = accountTextOf(t, banks);
  // Lists the chosen accounts too, so that they stay while the accounts of the business are fetched.
  const listedPlaces = [
    ...places,
    ...banks.map(({ id }) => `bank:${id}`),
    ...typed.flatMap(({ left, reached }) => [left, reached]),
  ];
  const { data: reconciliation } = useQuery(reconciliationQuery);
  const bookOf = (place: string) => reconciliation?.accounts.find(({ id }) => place === `bank:${id}`);
  const options = [...new Set(listedPlaces)].map((place) => [place, textOf(place)] as const);
  // A bank account has one currency: the unit follows it.
  const placeField = (index: number, side: 'left' | 'reached', value: string) => {
    const registered = field(`lines.${index}.${side}`);
    const account = bookOf(value);
    return (
      <Select
        label={t(`manual.${side}`)}
        options={options}
        hint={account && t('manual.balance', { amount: amountText(account.book, account.currency) })}
        {...registered}
        value={value}
        onChange={(event) => {
          void registered.onChange(event);
          const currency = bookOf(event.target.value)?.currency;
          if (currency) form.setValue(`lines.${index}.unit`, currency);
        }}
      />
    );
  };
  const addLine = () =>
    append(emptyLine(form.getValues('kind'), mainBankOf(reconciliation), form.getValues('lines').at(-1)?.unit));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">{t('manual.moved')}</legend>
      {fields.map(({ id }, index) => {
        const { left, reached, unit } = typed[index] ?? emptyLine('cost', undefined);
        return (
          <div key={id} className="flex flex-col gap-3 rounded-card border border-line p-3">
            <div className="grid gap-3 sm:grid-cols-2">
              {placeField(index, 'left', left)}
              {placeField(index, 'reached', reached)}
              <TextInput label={t('manual.amount')} inputMode="decimal" {...field(`lines.${index}.amount`)} />
              <Select label={t('column.unit')} options={unitOptions} {...field(`lines.${index}.unit`)} value={unit} />
            </div>
            {fields.length > 1 && (
              <IconButton label={t('manual.remove', { line: index + 1 })} onClick={() => remove(index)}>
                <X className="size-4" />
              </IconButton>
            )}
          </div>
        );
      })}
      <Button
        text={t('manual.add')}
        size="small"
        variant="ghost"
        icon={<Plus className="size-4" />}
        className="self-start"
        onClick={addLine}
      />
    </fieldset>
  );
}
