import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Api } from '#shared/api.ts';
import { formatList } from '#client/lib/format/list.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { PaymentSlip } from '../components/PaymentSlip.tsx';
import { MethodActionDialog } from './MethodActionDialog.tsx';
import { DetailsEditor } from './DetailsEditor.tsx';
import { bodyOf, countryOf, draftOf, missingFields, previewOf, type MethodDraft } from './payment-methods.draft.ts';
import type { AdminPaymentMethod } from './payment-methods.admin.queries.ts';

type Currency = Api['GET /api/admin/fiat-currencies']['output'][number];

interface MethodFormProps {
  /** The one to change; absent for a new one. */
  method: AdminPaymentMethod | undefined;
  currencies: readonly Currency[];
  onClose: () => void;
}

const shownAmount = '1000';
const shownReference = 'LF-7K3M-Q2';

/** An account of the desk beside the slip its customers will see. */
export function MethodForm({ method, currencies, onClose }: MethodFormProps) {
  const { t } = useTranslation(['payment-methods.admin', 'common']);
  const [draft, setDraft] = useState(() => draftOf(method));
  const [asking, setAsking] = useState(false);
  const update = (change: Partial<MethodDraft>) => setDraft((old) => ({ ...old, ...change }));
  const missing = missingFields(draft);
  const name = draft.displayName.trim();
  const action = method
    ? ({ kind: 'change', id: method.id, body: bodyOf(draft) } as const)
    : ({ kind: 'create', body: bodyOf(draft) } as const);
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <header className="flex flex-wrap items-center gap-3">
        <Button
          size="small"
          icon={<ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />}
          onClick={onClose}
        >
          {t('toList')}
        </Button>
        <h2 className="text-lg">{method ? t('editTitle', { name: method.displayName }) : t('add')}</h2>
      </header>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,560px)_minmax(0,360px)] lg:gap-12">
        <form
          noValidate
          className="flex min-w-0 flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (missing.length === 0) setAsking(true);
          }}
        >
          <MethodFields draft={draft} update={update} currencies={currencies} />
          <DetailsEditor draft={draft} onChange={setDraft} />
          <TextArea
            label={t('instructions')}
            optional
            rows={3}
            maxLength={2000}
            value={draft.instructions}
            onChange={({ target }) => update({ instructions: target.value })}
          />
          <Checkbox
            label={t('isActive')}
            checked={draft.isActive}
            onChange={({ target }) => update({ isActive: target.checked })}
          />
          {missing.length > 0 && (
            <p id="method-missing" className="text-sm text-muted">
              {t('missing', { fields: formatList(missing.map((field) => t(field))) })}
            </p>
          )}
          <Button
            type="submit"
            variant="filled"
            className="self-start"
            disabled={missing.length > 0}
            aria-describedby={missing.length > 0 ? 'method-missing' : undefined}
          >
            {method ? t('save') : t('create')}
          </Button>
        </form>
        <Preview draft={draft} />
      </div>
      {asking && <MethodActionDialog action={action} name={name} onDone={onClose} onClose={() => setAsking(false)} />}
    </div>
  );
}

function Preview({ draft }: { draft: MethodDraft }) {
  const { t } = useTranslation('payment-methods.admin');
  return (
    <aside aria-label={t('preview')} className="flex flex-col gap-2 self-start lg:sticky lg:top-6">
      <p className="text-sm text-muted">{t('preview')}</p>
      <PaymentSlip method={previewOf(draft)} amount={shownAmount} reference={shownReference} />
    </aside>
  );
}

interface MethodFieldsProps {
  draft: MethodDraft;
  update: (change: Partial<MethodDraft>) => void;
  currencies: readonly Currency[];
}

function MethodFields({ draft, update, currencies }: MethodFieldsProps) {
  const { t } = useTranslation('payment-methods.admin');
  const typeOf = (value: string) => (value === 'bank' || value === 'ewallet' ? value : '');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('currency')}
        value={draft.currency}
        onChange={({ target }) => update({ currency: target.value, country: countryOf(target.value) })}
      >
        <option value="">{t('choose')}</option>
        {currencies.map(({ code, name }) => (
          <option key={code} value={code}>
            {code} · {name}
          </option>
        ))}
      </Select>
      <TextInput
        label={t('country')}
        hint={t('countryHint')}
        maxLength={2}
        autoComplete="off"
        value={draft.country}
        onChange={({ target }) => update({ country: target.value.toUpperCase() })}
      />
      <Select label={t('type')} value={draft.type} onChange={({ target }) => update({ type: typeOf(target.value) })}>
        <option value="bank">{t('types.bank')}</option>
        <option value="ewallet">{t('types.ewallet')}</option>
      </Select>
      <TextInput
        label={t('sortOrder')}
        inputMode="numeric"
        autoComplete="off"
        value={draft.sortOrder}
        onChange={({ target }) => update({ sortOrder: target.value })}
      />
      <TextInput
        label={t('name')}
        hint={t('nameHint')}
        maxLength={80}
        autoComplete="off"
        value={draft.name}
        onChange={({ target }) => update({ name: target.value })}
      />
      <TextInput
        label={t('displayName')}
        hint={t('displayNameHint')}
        maxLength={120}
        autoComplete="off"
        value={draft.displayName}
        onChange={({ target }) => update({ displayName: target.value })}
      />
    </div>
  );
}
