import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useWatch, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { userQuery, usersQuery } from '#client/features/users/admin/users.admin.queries.ts';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import { Combobox } from '#client/ui/form/combobox/Combobox.tsx';
import { customerOption } from './offers.form.ts';

const typingPauseMs = 300;
const minSearchLength = 3;

interface CustomerFieldProps<Values extends FieldValues, Parsed> {
  control: Control<Values, unknown, Parsed>;
  name: FieldPathByValue<Values, string>;
  label: string;
  hint?: string;
  placeholder?: string;
  optional?: boolean;
  error?: string | undefined;
}

/** A field that finds a customer by the typed name or address. */
export function CustomerField<Values extends FieldValues, Parsed>(props: CustomerFieldProps<Values, Parsed>) {
  const { control, name, label, hint, placeholder, optional, error } = props;
  const [search, setSearch] = useState('');
  const q = useDebounced(search.trim(), typingPauseMs);
  const { data: foundUsers } = useQuery({
    ...usersQuery({ q, page: 1, pageSize: 8 }),
    enabled: q.length >= minSearchLength,
    refetchInterval: false,
  });
  const chosenId: string = useWatch({ control, name });
  const { data: chosenUser } = useQuery({ ...userQuery(chosenId), enabled: chosenId !== '' });
  const users = [...(chosenUser ? [chosenUser] : []), ...(foundUsers?.items ?? [])];
  const options = [...new Map(users.map((user) => [user.id, customerOption(user)])).values()];
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Combobox
          ref={ref}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          options={options}
          label={label}
          hint={hint}
          placeholder={placeholder}
          optional={optional}
          error={error}
          onSearch={setSearch}
        />
      )}
    />
  );
}
