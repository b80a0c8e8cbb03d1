import { z } from 'zod';
import { endpointsByFeature, type NamedEndpoint } from '#shared/api.ts';
import { approvalPending } from '#shared/kernel/approval.ts';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import { errorStatus } from '#shared/kernel/error.ts';
import { fieldsOf } from '#shared/kernel/records.ts';
import { refusalCodesOf } from '../refusal-codes.ts';
import base from './openapi.base.json' with { type: 'json' };
import { examples } from './openapi.examples.ts';
import { inlineSchema, namedSchemas, type Describe, type Json } from './openapi.schemas.ts';

/** The OpenAPI 3.1 description of the whole API, made from the contracts the server itself parses by. */
export function describeApi(serverUrl: string): Json {
  const { schemas, ...components } = base.components;
  const code = { enum: Object.keys(errorStatus) };
  const Error = { ...schemas.Error, properties: { ...schemas.Error.properties, code } };
  const { describe, used } = namedSchemas();
  const paths: Record<string, Json> = {};
  for (const { feature, named } of endpointsByFeature) {
    for (const { name, endpoint } of named) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const operation = operationOf(feature, { name, endpoint }, describe);
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
    }
  }
  return {
    ...base,
    servers: [{ url: serverUrl }],
    tags: endpointsByFeature.map(({ feature }) => ({ name: feature })),
    paths,
    components: { ...components, schemas: { Error, ...used() } },
  };
}

function operationOf(feature: string, { name, endpoint }: NamedEndpoint, describe: Describe): Json {
  const { may, summary, params, query, idempotent, stepUp, secondUser } = endpoint;
  const idempotencyKey = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } };
  return {
    tags: [feature],
    operationId: name,
    summary,
    ...(may && { 'x-may': may }),
    ...(stepUp && { 'x-step-up': stepUp }),
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf('path', params),
      ...parametersOf('query', query),
      ...(idempotent ? [idempotencyKey] : []),
    ],
    ...requestBodyOf(endpoint, describe),
    responses: {
      ...answerOf(endpoint, describe),
      ...(secondUser === true && pendingAnswer),
      ...refusalsOf(endpoint),
    },
  };
}

/** Each entry is one way in; a call that asks for the password only sometimes has one without. */
function securityOf({ access, stepUp }: Endpoint): Json[] {
  if (access === 'public') return [{}];
  const stepUpSecurity = { session: [], stepUp: [] };
  if (stepUp === 'sometimes') return [stepUpSecurity, { session: [] }];
  return [stepUp ? stepUpSecurity : { session: [] }];
}

const fieldsOfSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

function parametersOf(location: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties, required } = fieldsOfSchema.parse(inlineSchema(schema, 'input'));
  return Object.entries(properties).map(([name, item]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: item,
  }));
}

function requestBodyOf({ method, path, body, form }: Endpoint, describe: Describe): Json {
  const example = fieldsOf(examples)[`${method} ${path}`];
  const exampleField = example === undefined ? {} : { example };
  if (form) {
    const fields = inlineSchema(form.fields, 'input');
    const files = Object.entries(form.files).map(([name, { maxCount }]) => {
      const file = { type: 'string', format: 'binary' };
      return [name, maxCount === 1 ? file : { type: 'array', items: file, maxItems: maxCount }] as const;
    });
    const properties: Json = { ...fieldsOf(fields.properties), ...Object.fromEntries(files) };
    const schema = { ...fields, properties };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema, ...exampleField } } } };
  }
  if (!body) return {};
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: describe(body, 'input'), ...exampleField } },
    },
  };
}

function answerOf({ response, status = 200, paged, mayBeFile }: Endpoint, describe: Describe): Json {
  if (response === 'empty') return { 204: { description: 'Done' } };
  if (response === 'redirect') return { 302: { description: 'To a page of this site' } };
  const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } };
  if (response === 'file') return { 200: { description: 'The bytes', content: bytes } };
  // Null stands for an answer without a body.
  const orNothing = response instanceof z.ZodNullable;
  const headers = paged && { 'X-Total-Count': { description: 'Size of the whole list', schema: { type: 'integer' } } };
  return {
    [status]: {
      description: 'Done',
      ...(headers && { headers }),
      content: {
        // Zod types what it wraps by its core alone.
        'application/json': { schema: describe(orNothing ? (response.unwrap() as z.ZodType) : response, 'output') },
        ...(mayBeFile && bytes),
      },
    },
    ...(orNothing && { 204: { description: 'There is none' } }),
  };
}

const pendingAnswer = {
  202: {
    description: 'Waits for a second member of the team',
    content: { 'application/json': { schema: inlineSchema(approvalPending, 'output') } },
  },
};

function refusalsOf(endpoint: Endpoint): Json {
  const byStatus: Record<number, string[]> = {};
  for (const code of refusalCodesOf(endpoint)) (byStatus[errorStatus[code]] ??= []).push(code);
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list]) => [status, { description: list.join(', '), content }]),
  );
}
