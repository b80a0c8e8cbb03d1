import { z } from 'zod';

const formats: Record<string, string> = {
  uuid: '0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a01',
  datetime: '2026-03-01T12:00:00.000Z',
  date: '2026-03-01',
};

function blankValue(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape).filter(
      ([, field]) => !(field instanceof z.ZodOptional),
    );
    return Object.fromEntries(fields.map(([name, field]) => [name, blankValue(field)]));
  }
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodNumber) return 0;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodUnion) return schema.options[0] && blankValue(schema.options[0]);
  if (schema instanceof z.ZodPipe) return blankValue(schema.in);
  return schema instanceof z.ZodStringFormat ? formats[schema.format ?? ''] : '';
}

/** An empty answer: null if allowed, empty lists, false, zero, and the first of several values. */
export const blankOf = <Schema extends z.ZodType>(schema: Schema) => blankValue(schema) as z.output<Schema>;
