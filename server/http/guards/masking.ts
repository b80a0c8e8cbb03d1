import { z } from 'zod';
import type { Mask } from '#shared/kernel/permission.ts';
import { maskOfKind, personalMarks, type PersonalKind } from '#shared/kernel/personal.ts';
import { isRecord } from '#shared/kernel/records.ts';

const address = /[^\s@"'<>(),;:]+@([^\s@"'<>(),;:]+\.[^\s@"'<>(),;:]+)/g;

/** An IBAN, in groups or not, and every number of eight digits or more. */
const accountInText = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b|\d{8,}/gi;

/** Only the last characters, and no character of a number that has no more: `••••6789`. */
const lastOf = (text: string, count: number): string => (text.length > count ? `••••${text.slice(-count)}` : '••••');

/** E-mail addresses inside a text keep their first letter and their domain: `a•••@example.com`. */
function maskAddresses(text: string): string {
  return text.replace(address, (match, domain: string) => `${match.slice(0, 1)}•••@${domain}`);
}

const maskers: Record<Exclude<PersonalKind, 'accountDetails'>, (text: string) => string> = {
  email: maskAddresses,
  phone: (text) => lastOf(text, 2),
  ip: () => '••••',
  home: () => '••••',
  account: (text) => lastOf(text, 4),
  accountText: (text) => maskAddresses(text.replace(accountInText, (number) => lastOf(number, 4))),
};

/** A value of this schema for a reader whose role masks data: fields that the schema marks as personal are hidden. */
export function maskedBy<Value>(schema: z.ZodType | undefined, value: Value, masks: readonly Mask[]): Value {
  // Fields are replaced by text of the same type, or by null where the schema allows it.
  return masks.length === 0 ? value : (hideFields(schema, value, masks) as Value);
}

function hideFields(schema: z.core.$ZodType | undefined, value: unknown, masks: readonly Mask[]): unknown {
  const kind = schema && personalMarks.get(schema)?.kind;
  if (kind && masks.includes(maskOfKind[kind])) return hiddenKind(kind, value);
  const innerSchemas = schema ? innerOf(schema) : [];
  // A value may have several schemas: a field that any of them marks is hidden.
  if (innerSchemas.length > 0)
    return innerSchemas.reduce((hiddenValue: unknown, item) => hideFields(item, hiddenValue, masks), value);
  // Free text may hold an address wherever it stands.
  if (typeof value === 'string') return masks.includes('contacts') ? maskAddresses(value) : value;
  if (Array.isArray(value)) return value.map((item) => hideFields(elementOf(schema), item, masks));
  // A moment in the row of an export is not an object with fields.
  if (!isRecord(value) || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const fieldSchema = fieldOf(schema, key);
      return [key, isShownIn(fieldSchema, value) ? field : hideFields(fieldSchema, field, masks)];
    }),
  );
}

function hiddenKind(kind: PersonalKind, value: unknown): unknown {
  if (kind === 'accountDetails') return hiddenDetails(value);
  return typeof value === 'string' ? maskers[kind](value) : value;
}

/** The details of an account, by the names its country uses: all values with the format of a number or an address. */
function hiddenDetails(details: unknown): unknown {
  if (!isRecord(details)) return details;
  const isNumber = (value: unknown): value is string => typeof value === 'string' && /(\d[^\d]?){5}|@/.test(value);
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => [key, isNumber(value) ? lastOf(value, 4) : value]),
  );
}

function isShownIn(schema: z.core.$ZodType | undefined, holder: Record<string, unknown>): boolean {
  if (!schema) return false;
  if (personalMarks.get(schema)?.isShownIn?.(holder)) return true;
  return innerOf(schema).some((item) => isShownIn(item, holder));
}

/** The schemas that a wrapping one stands for, such as a nullable one or a union. */
function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  // Zod gives `def` a type only in the union of all its schemas.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return [def.innerType];
  if (def.type === 'union') return def.options;
  if (def.type === 'intersection') return [def.left, def.right];
  if (def.type === 'pipe') return [def.in, def.out];
  if (def.type === 'lazy') return [def.getter()];
  return [];
}

function elementOf(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return schema instanceof z.ZodArray ? schema.element : undefined;
}

function fieldOf(schema: z.core.$ZodType | undefined, key: string): z.core.$ZodType | undefined {
  // `instanceof` leaves the fields `any`.
  if (schema instanceof z.ZodObject) return (schema.shape as Record<string, z.ZodType>)[key] ?? schema.def.catchall;
  return schema instanceof z.ZodRecord ? schema.valueType : undefined;
}
