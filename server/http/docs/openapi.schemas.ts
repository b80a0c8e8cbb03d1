import { z } from 'zod';
import { schemasByName } from '#shared/api.ts';
import { fieldsOf } from '#shared/kernel/records.ts';

export type Json = Record<string, unknown>;
type Io = 'input' | 'output';
/** Describes an input before its transforms, an output after them. */
export type Describe = (schema: z.ZodType, io: Io) => Json;

/** Generators cannot type named properties beside a map of all others: it is described as the map alone. */
function asMap({ jsonSchema }: { jsonSchema: Json }): void {
  if (typeof jsonSchema.additionalProperties !== 'object' || jsonSchema.properties === undefined) return;
  delete jsonSchema.properties;
  delete jsonSchema.required;
}

const options = { unrepresentable: 'any', override: asMap } as const;

/** Describes a schema inline, even if parts of it have names. */
export const inlineSchema: Describe = (schema, io) => {
  const { $schema: _dialect, ...jsonSchema } = z.toJSONSchema(schema, { ...options, io, metadata: z.registry() });
  return jsonSchema;
};

/** The schemas that contracts share, under the names that the description gives them: `orderView` is `Order`. */
const metadata = z.registry<{ id: string }>();
for (const [name, schema] of schemasByName) {
  const shortName = name.replace(/View$/, '');
  const id = shortName === '' || (shortName !== name && schemasByName.has(shortName)) ? name : shortName;
  metadata.add(schema, { id: `${id.charAt(0).toUpperCase()}${id.slice(1)}` });
}

type Definitions = Readonly<Record<string, Json>>;
type DescribedSchema = { properties: { schema: Json }; $defs?: Definitions };

/** A schema that refers to others by `#/$defs/…`, and those. */
const describedBy = (schema: z.ZodType, io: Io): DescribedSchema =>
  // The library types its answer as any JSON schema; this one has the property `schema`.
  z.toJSONSchema(z.object({ schema }), { ...options, io, metadata }) as unknown as DescribedSchema;

const reference = /"#\/\$defs\/(\w+)"/g;
const refersTo = (jsonSchema: Json): string[] =>
  [...JSON.stringify(jsonSchema).matchAll(reference)].map(([, id = '']) => id);

/** Describes schemas by their names where they have one; `used` are those that were named since. */
export function namedSchemas(): { describe: Describe; used: () => Record<string, Json> } {
  const all = z.object(Object.fromEntries(schemasByName));
  const definitions = { input: describedBy(all, 'input').$defs ?? {}, output: describedBy(all, 'output').$defs ?? {} };
  const sharedSchemas = new Map<string, Json>();

  /** True if the schema of a request, or a part of it, differs from the schema of the answer. */
  function hasTwoForms(id: string): boolean {
    const inputSchema = definitions.input[id] ?? {};
    const outputSchema = definitions.output[id] ?? {};
    return JSON.stringify(inputSchema) !== JSON.stringify(outputSchema) || refersTo(inputSchema).some(hasTwoForms);
  }
  function nameOf(id: string, io: Io): string {
    if (!hasTwoForms(id)) return id;
    const suffix = io === 'input' ? 'Input' : 'Output';
    return io === 'output' && !id.endsWith('Input') ? id : id.endsWith(suffix) ? id : id + suffix;
  }
  function withNamedSchemas(jsonSchema: Json, io: Io): Json {
    for (const id of refersTo(jsonSchema)) add(id, io);
    const text = JSON.stringify(jsonSchema).replaceAll(
      reference,
      (_, id: string) => `"#/components/schemas/${nameOf(id, io)}"`,
    );
    return fieldsOf(JSON.parse(text));
  }
  function add(id: string, io: Io): void {
    const name = nameOf(id, io);
    const definition = definitions[io][id];
    if (!definition || sharedSchemas.has(name)) return;
    // First, as a part of it may refer to the whole.
    sharedSchemas.set(name, {});
    sharedSchemas.set(name, withNamedSchemas(definition, io));
  }
  return {
    describe: (schema, io) => withNamedSchemas(describedBy(schema, io).properties.schema, io),
    used: () => Object.fromEntries([...sharedSchemas].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}
