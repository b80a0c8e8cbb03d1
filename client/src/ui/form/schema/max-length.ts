import type { z } from 'zod';

type Schema = z.core.$ZodType;

/** The contracts that check the values of forms with a shape of their own. */
const hiddenContracts = new WeakMap<Schema, Schema>();

/** The schema of each form, by its control, which parts of a form share. */
const formSchemas = new WeakMap<object, Schema>();

/** Stores the schema of a form for `fieldLimitOf`. */
export const storeSchema = (control: object, schema: Schema) => void formSchemas.set(control, schema);

/** The longest text that a field of a form accepts; undefined without a limit. */
export function fieldLimitOf(control: object, name: string): number | undefined {
  const schema = formSchemas.get(control);
  return schema && maxLengthOf(schema, name);
}

/** Names the contract that checks the fields of an opaque schema, and returns that schema. */
export function checkedBy<Opaque extends Schema>(opaque: Opaque, contract: Schema): Opaque {
  hiddenContracts.set(opaque, contract);
  return opaque;
}

/**
 * The longest text that a schema accepts, in UTF-16 units as an input counts them; `path` names a field of it, such as
 * `account.name`. Undefined without a limit.
 */
export function maxLengthOf(schema: Schema, path?: string): number | undefined {
  const names = path === undefined ? [] : path.split('.');
  const fields = names.reduce<readonly Schema[]>(
    (parents, name) => parents.flatMap(textSchemasOf).flatMap((parent) => fieldOf(parent, name)),
    [schema],
  );
  const texts = fields.flatMap(textSchemasOf).filter(isText);
  const limits = texts.flatMap((text) => limitOf(text) ?? []);
  // One of several texts without a limit accepts everything.
  return limits.length === 0 || limits.length < texts.length ? undefined : Math.max(...limits);
}

/** The schemas inside of wrappers; those that are neither text nor made of fields are left out. */
function textSchemasOf(schema: Schema): readonly Schema[] {
  const def = definitionOf(schema);
  if ('innerType' in def) return textSchemasOf(def.innerType);
  // An amount may be typed with separators, a currency and blanks, which its text on the wire does not have.
  if (def.type === 'union') return def.options.some(isNumber) ? [] : def.options.flatMap(textSchemasOf);
  if (def.type === 'intersection') return [def.left, def.right].flatMap(textSchemasOf);
  if (def.type === 'pipe') {
    const typed = textSchemasOf(def.in);
    // A text without a limit, such as one that is empty or an amount, goes on to the contract's own schema.
    const isUnlimited = typed.every((front) => isText(front) && limitOf(front) === undefined);
    return isUnlimited ? textSchemasOf(def.out) : typed;
  }
  if (def.type === 'custom') return [hiddenContracts.get(schema) ?? []].flat().flatMap(textSchemasOf);
  return isText(schema) || ['object', 'array', 'record'].includes(def.type) ? [schema] : [];
}

function fieldOf(schema: Schema, name: string): readonly Schema[] {
  const def = definitionOf(schema);
  if (def.type === 'object') return [def.shape[name] ?? []].flat();
  if (def.type === 'array') return [def.element];
  return def.type === 'record' ? [def.valueType] : [];
}

// Each schema of zod is one of these types; the base type does not list them.
const definitionOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

const isText = (schema: Schema): boolean => definitionOf(schema).type === 'string';

const isNumber = (schema: Schema): boolean => definitionOf(schema).type === 'number';

const limitOf = (text: Schema): number | undefined =>
  'maxLength' in text && typeof text.maxLength === 'number' ? text.maxLength : undefined;
