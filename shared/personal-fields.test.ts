import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpointsByFeature } from './api.ts';
import type { Endpoint } from './kernel/endpoint.ts';
import { markPersonal, personalMarks } from './kernel/personal.ts';

const personalName = /(email|phone|mobileNumber|accountNumber|iban|address)$/i;

/** Texts with such a name that are about no customer, or are what the reader has to compare, by their reason. */
const shownUnmasked: Record<string, readonly string[]> = {
  'an address of ours on a public chain, which the sale shows': [
    'depositSources: address',
    'depositSources: address.address',
    'depositSources: addresses.address',
    'deposits: address',
    'deposits: xAddress',
    ...['offers', 'ordersAdmin', 'ordersHandling', 'ordersQuestion', 'ordersUndo', 'sellAdmin'].map(
      (feature) => `${feature}: deposit.address`,
    ),
    'sellAdmin: deposit.xAddress',
    'unmatched: address',
    'wallets: address',
    ...['history', 'waiting'].flatMap((list) => [`wallets: ${list}.fromAddress`, `wallets: ${list}.toAddress`]),
  ],
  'a bank account of the business': ['payoutsAccounts: accountNumber', 'payoutsAccounts: iban'],
  'how customers reach the business': ['settings: brand.supportEmail'],
  'a member of the team': ['team: email'],
};

type Schema = z.core.$ZodType;

/** The schemas that a wrapping one stands for, and the element of a list. */
function innerOf(schema: Schema): readonly Schema[] {
  // Zod types what it wraps by its core alone.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return [def.innerType];
  if (def.type === 'array') return [def.element];
  if (def.type === 'union') return def.options;
  if (def.type === 'intersection') return [def.left, def.right];
  if (def.type === 'pipe') return [def.in, def.out];
  if (def.type === 'record') return [def.valueType];
  return def.type === 'lazy' ? [def.getter()] : [];
}

const isText = (schema: Schema): boolean =>
  innerOf(schema).length > 0 ? innerOf(schema).some(isText) : schema instanceof z.ZodString;
const isMarked = (schema: Schema): boolean => personalMarks.has(schema) || innerOf(schema).some(isMarked);

/** Paths of the texts in an answer that are named like data of a person, and that no role would see masked. */
function unmarkedIn(schema: Schema, path = ''): string[] {
  if (!(schema instanceof z.ZodObject)) return innerOf(schema).flatMap((inner) => unmarkedIn(inner, path));
  return Object.entries<Schema>(schema.shape).flatMap(([name, field]) => {
    const isForgotten = personalName.test(name) && isText(field) && !isMarked(field);
    return [...(isForgotten ? [`${path}${name}`] : []), ...unmarkedIn(field, `${path}${name}.`)];
  });
}

const answersOfTeam = (endpoints: readonly Endpoint[]) =>
  endpoints.flatMap(({ access, response }) => (access === 'admin' && response instanceof z.ZodType ? [response] : []));

test('a field of a person that the team reads is marked, or listed here because it is about no customer', () => {
  const unmarked = endpointsByFeature.flatMap(({ feature, endpoints }) =>
    answersOfTeam(endpoints).flatMap((response) => unmarkedIn(response).map((path) => `${feature}: ${path}`)),
  );
  expect([...new Set(unmarked)].toSorted()).toEqual(Object.values(shownUnmasked).flat().toSorted());
});

test('a field of a person without a mark is found, however deep it is', () => {
  const contact = z.object({ email: z.string().nullable(), phone: markPersonal('phone'), hasAddress: z.boolean() });
  const answer = z.array(z.object({ userEmail: z.string(), contacts: z.array(contact).optional() }));
  expect(unmarkedIn(answer)).toEqual(['userEmail', 'contacts.email']);
});
