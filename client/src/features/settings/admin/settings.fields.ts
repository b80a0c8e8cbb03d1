import type { ParseKeys } from 'i18next';
import type { FieldArrayPath, FieldArrayPathValue, FieldPath, FieldPathValue } from 'react-hook-form';
import type { z } from 'zod';
import type { settingsInput } from '#shared/settings/settings.input.ts';

/** The settings as an administrator enters them, part by part; a form has only the parts of its section. */
export type SettingsValues = z.input<typeof settingsInput>;
export type SettingsPart = keyof SettingsValues;

/** A key of the catalogue `settings.admin`. */
export type SettingsText = ParseKeys<'settings.admin'>;

/** The kinds of field that can hold a value of this type; a type without one, such as an object, has no field. */
type KindOf<Value> = [Value] extends [boolean]
  ? { kind: 'check' }
  : [Value] extends [number]
    ? { kind: 'number' | 'usd' | 'percent' }
    : [Value] extends [number | null]
      ? { kind: 'usdLimit' | 'percentLimit' }
      : [Value] extends [number | 'finalized']
        ? { kind: 'confirmations' }
        : [Value] extends [string]
          ? TextKindOf<Value>
          : never;

/** A text is typed; a value of a list is chosen by its label. */
type TextKindOf<Value extends string> = string extends Value
  ? { kind: 'text' | 'long' | 'email' | 'handle' | 'url' }
  : { kind: 'select'; options: Readonly<Record<Value, SettingsText>> };

interface FieldTexts {
  label: SettingsText;
  /** The accessible name where several fields have the same visible label. */
  fullLabel?: SettingsText;
  hint?: SettingsText;
  placeholder?: string;
}

type SpecAt<Values extends object, Path> =
  Path extends FieldPath<Values>
    ? FieldTexts & { name: Path } & KindOf<Exclude<FieldPathValue<Values, Path>, undefined>>
    : never;

/** A field by the path of its value in these parts of the settings. */
export type FieldSpec<Part extends SettingsPart = SettingsPart> = SpecAt<
  Pick<SettingsValues, Part>,
  FieldPath<Pick<SettingsValues, Part>>
>;

type RowOf<List> = List extends readonly (infer Row)[] ? Row : never;

type ListField<Part extends SettingsPart, Path> =
  Path extends FieldArrayPath<Pick<SettingsValues, Part>>
    ? {
        list: Path;
        max: number;
        add: SettingsText;
        /** The accessible name of the button, if several lists have one. */
        addLabel?: SettingsText;
        remove: SettingsText;
        /** True if the first row covers everything below the others: it cannot be removed. */
        firstStays?: boolean;
        /** A new row; a missing number is NaN, which the schema refuses. */
        empty: RowOf<FieldArrayPathValue<Pick<SettingsValues, Part>, Path>>;
        /** The fields of the row with this index. */
        columns: (index: number) => readonly FieldSpec<Part>[];
      }
    : never;

/** Rows that an administrator adds and removes, by the path of the list in these parts of the settings. */
export type ListSpec<Part extends SettingsPart = SettingsPart> = ListField<
  Part,
  FieldArrayPath<Pick<SettingsValues, Part>>
>;
