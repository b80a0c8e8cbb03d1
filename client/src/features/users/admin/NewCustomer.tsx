import { UserPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CallError } from '#client/lib/api/call.ts';
import { useShortcutKeys, useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, TextLink } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { useFields } from '#client/ui/form/Form.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { countries } from '#shared/reference/countries.ts';
import { languages } from '#shared/reference/languages.ts';
import { broughtUser, type BroughtFields } from '#shared/users/users.brought.ts';
import { useBringCustomer, type AdminUserDetails } from './users.admin.queries.ts';

interface NewCustomerButtonProps {
  /** A name, an address or a number that was searched for in vain: the form begins with it. */
  searched?: string | undefined;
  onOpen: () => void;
}

/** Opens the form of a new customer on a press, or by N. The page has the form: this button moves with the list. */
export function NewCustomerButton({ searched = '', onOpen }: NewCustomerButtonProps) {
  const { t } = useTranslation('users.admin');
  useShortcutKeys('screen', { n: onOpen }, useShortcutSwitch().isOn);
  return (
    <Button
      text={searched ? t('new.openSearched', { q: searched }) : t('new.open')}
      size="small"
      variant="filled"
      icon={<UserPlus className="size-4" />}
      aria-keyshortcuts="N"
      onClick={onOpen}
    />
  );
}

type CustomerForm = Record<
  'firstName' | 'lastName' | 'email' | 'mobileNumber' | 'country' | 'language' | 'note',
  string
>;

// A field that is left empty is not sent.
const form = wireForm(broughtUser, ({ email, mobileNumber, note, ...rest }: CustomerForm) => ({
  ...rest,
  ...(email.trim() && { email }),
  ...(mobileNumber.trim() && { mobileNumber }),
  ...(note.trim() && { note }),
}));

/** The field that the searched text belongs in. */
function fieldsOf(searched: string): Partial<CustomerForm> {
  const text = searched.trim();
  if (text.includes('@')) return { email: text };
  if (/^\+?[\d\s()-]+$/.test(text)) return { mobileNumber: text };
  const [firstName = '', ...rest] = text.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

const noFields: CustomerForm = {
  firstName: '',
  lastName: '',
  email: '',
  mobileNumber: '',
  country: '',
  language: 'en',
  note: '',
};

interface NewCustomerProps {
  /** The form begins with it; later changes of the search leave the form alone. */
  searched: string;
  onAdded: (id: string) => void;
  onClose: () => void;
}

/** The form of a customer whom the team enters. */
export function NewCustomer({ searched, onAdded, onClose }: NewCustomerProps) {
  const { t } = useTranslation('users.admin');
  const bring = useBringCustomer();
  const [isInvited, setInvited] = useState(false);
  const [fields, field] = useContractForm(form, {
    mode: 'onTouched',
    defaultValues: { ...noFields, ...fieldsOf(searched) },
  });
  const [firstName, lastName, email] = useWatch({ control: fields.control, name: ['firstName', 'lastName', 'email'] });
  const name = `${firstName} ${lastName}`.trim();
  const isReachable = email.trim() !== '';
  const existingCustomers = hereAlready(bring.error);
  const showResult = ({ user, failed }: NonNullable<typeof bring.data>) => {
    toast(
      failed
        ? { title: t('new.notInvited'), text: failed, tone: 'problem' }
        : { title: t('new.done'), text: user.name },
    );
    onClose();
    onAdded(user.id);
  };
  return (
    <FormDialog
      form={fields}
      widthPx={560}
      title={t('new.title')}
      subtitle={
        <p className="text-sm text-muted">
          {t('new.lede')} {t('new.limits')}
        </p>
      }
      confirm={name ? t('new.add', { name }) : t('new.addNone')}
      by={bring}
      failed={t('new.failed')}
      remedy={existingCustomers.length > 0 ? <ExistingCustomers customers={existingCustomers} /> : undefined}
      onSubmit={(body) => bring.mutate({ body, isInvited: isInvited && isReachable }, { onSuccess: showResult })}
      onClose={onClose}
    >
      <CustomerFields form={fields}>
        <Checkbox
          label={<span className={isReachable ? undefined : 'text-muted'}>{t('new.invite')}</span>}
          hint={isReachable ? undefined : t('new.inviteNeedsEmail')}
          disabled={!isReachable}
          checked={isInvited && isReachable}
          onChange={({ target }) => setInvited(target.checked)}
        />
      </CustomerFields>
      <TextArea label={t('new.note')} hint={t('new.noteHint')} optional rows={2} {...field('note')} />
    </FormDialog>
  );
}

type SameNumberUser = AdminUserDetails['sameNumber'];

/** The user with this name and number, if the server refused the form for them. */
const hereAlready = (error: unknown): SameNumberUser =>
  // The refusal `customer_here` has this list, beside what every refusal has.
  error instanceof CallError && error.reason === 'customer_here' ? (error.data.sameNumber as SameNumberUser) : [];

function ExistingCustomers({ customers }: { customers: SameNumberUser }) {
  return customers.map(({ id, name }) => (
    <TextLink key={id} to={`/admin/users?user=${id}`}>
      {name}
    </TextLink>
  ));
}

/** Two fields in one line, where both have room. */
const pairClasses = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-4';

interface CustomerFieldsProps {
  form: UseFormReturn<CustomerForm, unknown, BroughtFields>;
  /** The invitation, beside the address that it needs. */
  children: ReactNode;
}

/** The customer's name and contact details. */
function CustomerFields({ form: fields, children }: CustomerFieldsProps) {
  const { t, i18n } = useTranslation('users.admin');
  const field = useFields(fields);
  const local = new Intl.DisplayNames(i18n.language, { type: 'region' });
  const places = countries
    .map(({ code, name: english }) => [code, local.of(code) ?? english] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, i18n.language));
  return (
    <div className="flex flex-col gap-4">
      <div className={pairClasses}>
        <TextInput label={t('edit.firstName')} autoComplete="off" {...field('firstName')} />
        <TextInput label={t('edit.lastName')} autoComplete="off" {...field('lastName')} />
      </div>
      <div className={pairClasses}>
        <Select label={t('country')} none={t('new.noCountry')} options={places} {...field('country')} />
        <Select
          label={t('new.language')}
          options={languages.map(({ code, name: ownName }) => [code, ownName])}
          {...field('language')}
        />
      </div>
      <fieldset className="flex flex-col">
        <legend className="mb-3 w-full border-t border-line pt-4">
          <span className="block text-base font-semibold">{t('column.reachedAt')}</span>
          <span className="text-sm text-muted">{t('new.oneOfTwo')}</span>
        </legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            label={t('edit.mobileNumber')}
            type="tel"
            dir="ltr"
            autoComplete="off"
            {...field('mobileNumber')}
          />
          <TextInput
            label={t('new.email')}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...field('email')}
          />
        </div>
        {children}
      </fieldset>
    </div>
  );
}
