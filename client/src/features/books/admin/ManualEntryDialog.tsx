import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { accountsQuery } from '#client/features/payouts/payouts.queries.ts';
import { formatList } from '#client/lib/format/list.ts';
import { currentLanguage } from '#client/lib/i18n/i18n.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { DateInput } from '#client/ui/form/DateInput.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { manualKinds } from '#shared/books/books.accounts.ts';
import { reconciliationQuery, useManualEntry } from '../books.queries.ts';
import { kindKeys } from './books.kinds.ts';
import { manualSchema, places, usual, wireOf, type ManualForm, type Movement } from './books.manual.ts';
import { sentenceOf } from './books.sentences.ts';
import { accountTextOf, amountText, useAccountText, type Translate } from './books.text.ts';
import { unitOptions } from './books.units.ts';

interface ManualEntryDialogProps {
  /** The entry that another screen proposes; its values fill the form at first. */
  found?: Partial<ManualForm> | undefined;
  onClose: () => void;
}

const emptyLine = (manualKind: string, unit: string): Movement => {
  const [leftPlace, reachedPlace] = usual[manualKinds.find((kind) => kind === manualKind) ?? 'cost'];
  return { left: leftPlace, reached: reachedPlace, unit, amount: '' };
};

/** Returns the current time as a field for local time takes it. */
function currentTime(): string {
  const at = new Date();
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const blankEntry = (): ManualForm => ({
  kind: 'cost',
  at: currentTime(),
  exchange: '',
  lines: [emptyLine('cost', 'USD')],
  note: '',
});

/** Enters amounts that no other part of the product knows, each with the account it left and the one it reached. */
export function ManualEntryDialog({ found, onClose }: ManualEntryDialogProps) {
  const { t } = useTranslation('books.admin');
  const enterManually = useManualEntry();
  const language = currentLanguage();
  const [form, field] = useContractForm(manualSchema(language), {
    defaultValues: { ...blankEntry(), ...found },
  });
  const typedEntry = form.watch();
  const namesExchange = typedEntry.lines.some(({ left, reached }) => [left, reached].includes('exchange'));
  const kinds = field('kind');
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
      subtitle={t('manual.lede')}
      widthPx={680}
      confirm={confirmText(typedEntry, language, t)}
      missing={
        missing.length > 0
          ? t('manual.missing', { fields: formatList(missing.map((name) => missingNames[name])) })
          : undefined
      }
      onMissing={focusMissing}
      by={enterManually}
      failed={t('failed.change')}
      onSubmit={(entry) => enterManually.mutate(entry, { onSuccess: toastDone({ title: t('manual.done') }, onClose) })}
      onClose={onClose}
    >
      <Select
        label={t('manual.kind')}
        options={manualKinds.map((kind) => [kind, t(kindKeys[kind])])}
        {...kinds}
        value={typedEntry.kind}
        onChange={(event) => {
          void kinds.onChange(event);
          const [first] = form.getValues('lines');
          const line = emptyLine(event.target.value, first?.unit ?? 'USD');
          form.setValue('lines', [{ ...line, amount: first?.amount ?? '' }]);
        }}
      />
      <DateInput type="datetime-local" label={t('manual.at')} {...field('at')} value={typedEntry.at} />
      <Lines form={form} field={field} typed={typedEntry.lines} />
      {namesExchange && <TextInput label={t('exchange')} {...field('exchange')} />}
      <TextArea label={t('note')} rows={2} {...field('note')} />
      <Preview typed={typedEntry} language={language} />
      <p className="text-xs text-muted">{t('manual.forever')}</p>
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

/** The button names the sum of an entry with one line, once it is typed. */
function confirmText(entry: ManualForm, language: string, t: Translate): string {
  const [line, ...others] = wireOf(entry, language).lines;
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
  const options = [...new Set(listedPlaces)].map((place) => {
    const account = bookOf(place);
    const balance = account && amountText(account.book, account.currency);
    return [place, balance ? `${textOf(place)} · ${balance}` : textOf(place)] as const;
  });
  // A bank account has one currency: the unit follows it.
  const placeField = (index: number, side: 'left' | 'reached', value: string) => {
    const sideField = field(`lines.${index}.${side}`);
    return (
      <Select
        label={t(`manual.${side}`)}
        options={options}
        {...sideField}
        value={value}
        onChange={(event) => {
          void sideField.onChange(event);
          const currency = bookOf(event.target.value)?.currency;
          if (currency) form.setValue(`lines.${index}.unit`, currency);
        }}
      />
    );
  };
  const add = () => append(emptyLine(form.getValues('kind'), form.getValues('lines').at(-1)?.unit ?? 'USD'));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">{t('manual.moved')}</legend>
      {fields.map(({ id }, index) => {
        const { left, reached, unit } = typed[index] ?? emptyLine('cost', 'USD');
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
        onClick={add}
      />
    </fieldset>
  );
}

/** The entry as it will be in the journal, as soon as there is an amount. */
function Preview({ typed, language }: { typed: ManualForm; language: string }) {
  const { t } = useTranslation('books.admin');
  const accountText = useAccountText();
  const { kind, lines } = wireOf(typed, language);
  const isTyped = lines.every(({ amount }) => isAmount(amount));
  if (!isTyped) return null;
  const shownLines = lines.map((line) => ({ ...line, base: null }));
  return <Note>{sentenceOf({ kind, lines: shownLines, order: null, batch: null }, t, accountText)}</Note>;
}
