import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpointsByFeature } from './api.ts';
import type { Endpoint } from './kernel/endpoint.ts';

/** Values of a form and of a screen, as people type them: each field is tried with those that it takes. */
const words = ['', 'A', ' a word ', 'Straße', 'ÅNGSTRÖM', ' MiXed@Example.COM ', 'long '.repeat(800), '{"a": "b "}'];
/** A part of a form that is a text of JSON. */
const account = '{"method":"bank","accountName":" Ada  Okafor","accountNumber":"0123456789","bankName":"First"}';
const codes = ['NGN', ' eur ', 'de', 'de89 3704 0044 0532 0130 00', 'deutdeff', '@landfall', 'bitcoin', '#aa00ff'];
const numbersInText = ['1', ' 1.50 ', '0.00000001', '007', '1e-7', '2026-11', '08:30', 'Mon-Fri 9:00-17:00'];
const names = [
  '7b7c1a64-0f5f-4a58-9f6d-1c2f0a1b2c3d',
  '2026-11-29T00:00:00Z',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'https://example.com/{hash}',
];
const numbers = [0, 0.1, 0.25, 1e-7, 1, 1.5, 2, 5, 12, 20, 60, 100, 500, 1_000, 10_000, 1_000_000];
const plainCalls: unknown[] = [
  account,
  ...words,
  ...codes,
  ...numbersInText,
  ...names,
  ...numbers,
  true,
  false,
  null,
  {},
  [],
];
const column = (heading: string, value: string) => ({ heading, value });
/** Parts that only make sense together. */
const wholeCalls: unknown[] = [
  [column(' Account ', '{accountNumber}'), column('Sum', '{amount}')],
  { ' Name ': ' Landfall ', Bank: 'First', number: 11_223_344 },
  [{ overUsd: 0, confirmations: 1 }],
];

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
const definitionOf = (schema: z.ZodType) => schema.def as unknown as Record<string, unknown>;

/** Sample values of a schema, composed from samples of its parts. */
function samplesOf(schema: z.ZodType): unknown[] {
  const acceptedValues = (values: unknown[]) => values.filter((value) => schema.safeParse(value).success);
  const { type, innerType, in: from, options, element, shape } = definitionOf(schema);
  if (isSchema(innerType)) return acceptedValues([...samplesOf(innerType), undefined, null]);
  if (type === 'pipe' && isSchema(from)) return acceptedValues(samplesOf(from));
  if (Array.isArray(options))
    return acceptedValues([...options.filter(isSchema).flatMap((part) => samplesOf(part)), ...plainCalls]);
  if (isSchema(element)) return acceptedValues([[], ...samplesOf(element).map((sample) => [sample]), ...wholeCalls]);
  if (type === 'object') return acceptedValues(objectsOf(shape as Record<string, z.ZodType>));
  if (type === 'enum') return schema instanceof z.ZodEnum ? schema.options : [];
  if (type === 'literal') return schema instanceof z.ZodLiteral ? [...schema.values] : [];
  return acceptedValues([...plainCalls, ...wholeCalls]);
}

/** Objects with all fields, with only the required ones, and with one field added or changed. */
function objectsOf(shape: Record<string, z.ZodType>): object[] {
  const fields = Object.entries(shape).map(([name, schema]) => [name, samplesOf(schema)] as const);
  // Not the first of each: two currencies have to differ.
  const fullBody = Object.fromEntries(fields.map(([name, values], index) => [name, values[index % values.length]]));
  const neededNames = fields.filter(([name]) => !shape[name]?.safeParse(undefined).success).map(([name]) => name);
  const minimalBody = Object.fromEntries(Object.entries(fullBody).filter(([name]) => neededNames.includes(name)));
  return [
    fullBody,
    minimalBody,
    ...fields.flatMap(([name, values]) => values.map((value) => ({ ...minimalBody, [name]: value }))),
  ];
}

const storedCalls = endpointsByFeature
  .flatMap(({ endpoints }): Endpoint[] => [...endpoints])
  .filter(({ secondUser }) => secondUser)
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint.form?.fields ?? endpoint.body] as const);

test.each(storedCalls)('a second member approves exactly the requested call: %s', (_, body) => {
  if (!body) return;
  const samples = samplesOf(body);
  expect(samples.length).toBeGreaterThan(0);
  for (const sample of samples) {
    const storedBody = JSON.stringify(body.parse(sample));
    const reparsedBody = body.safeParse(JSON.parse(storedBody));
    expect(reparsedBody.error ?? JSON.stringify(reparsedBody.data)).toBe(storedBody);
  }
});
