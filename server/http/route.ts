import type { ServerResponse } from 'node:http';
import type { Router } from 'express';
import type { z } from 'zod';
import type { BodyOf, Endpoint, FileFieldsOf, ParamsOf, QueryOf } from '#shared/kernel/endpoint.ts';
import type { Actor } from './actor.ts';
import { readJsonBody } from './body.ts';
import { admit, type GuardDeps } from './guard.ts';
import { parseSent } from './parse.ts';
import { jsonTextOf, notModified, Reply, sendJson, type JsonText, type NotModified } from './reply.ts';
import { factsOf, queryOf, type RequestFacts, type RoutedRequest } from './request.ts';
import { sendFile, type FileAnswer } from './send-file.ts';
import type { StagedFile } from './uploads.ts';

/** What a handler gets: everything parsed and checked, nothing of Express. */
export type Input<E extends Endpoint> = {
  actor: E['access'] extends 'public' ? Actor | null : Actor;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  files: Record<FileFieldsOf<E>, StagedFile[]>;
  request: RequestFacts;
  reply: Reply;
};

/** What a handler gives, by the kind of answer its contract names. */
export type Answer<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.input<E['response']> | JsonText | NotModified
  : E['response'] extends 'file'
    ? FileAnswer | NotModified
    : E['response'] extends 'redirect'
      ? string
      : void;

export type Handler<E extends Endpoint> = (input: Input<E>) => Promise<Answer<E>> | Answer<E>;

const mountedOn = new WeakMap<Router, Endpoint[]>();

/** The endpoints mounted on a router, in order: 404, 405 and the tests read them. */
export function endpointsOf(router: Router): readonly Endpoint[] {
  return mountedOn.get(router) ?? [];
}

/**
 * Mounts one endpoint: its contract says method, path, who may call, how often, and what goes in and out; `handler`
 * says what happens. Way of a request: caller, access, limit, parse, handler, answer parsed by the contract.
 */
export function route<const E extends Endpoint>(
  router: Router,
  deps: GuardDeps,
  endpoint: E,
  handler: Handler<E>,
): void {
  mountedOn.set(router, [...endpointsOf(router), endpoint]);
  router[verbs[endpoint.method]](endpoint.path, async (incoming, response) => {
    const request = incoming as RoutedRequest;
    const actor = await admit(deps, endpoint, request);
    const reply = new Reply(request, response);
    response.statusCode = endpoint.status ?? 200;
    const input = {
      actor,
      params: parseSent(endpoint.params, request.params),
      query: endpoint.query && parseSent(endpoint.query, queryOf(request)),
      body: endpoint.body && parseSent(endpoint.body, await readJsonBody(request, response)),
      files: {},
      request: factsOf(request, deps.env.trustProxy),
      reply,
    };
    // The schemas above are the endpoint's own, which is what Input<E> is derived from.
    await send(response, endpoint, await handler(input as Input<E>));
  });
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

async function send(response: ServerResponse, endpoint: Endpoint, answer: unknown): Promise<void> {
  if (answer === notModified) {
    response.statusCode = 304;
    response.end();
  } else if (endpoint.response === 'file') {
    await sendFile(response, answer as FileAnswer);
  } else if (endpoint.response === 'redirect') {
    response.statusCode = 302;
    response.setHeader('Location', ownPath(answer as string));
    response.end();
  } else if (endpoint.response === 'empty') {
    response.statusCode = 204;
    response.end();
  } else {
    // Parsing the answer drops every key the contract does not list, so a hash or a note cannot leak.
    sendJson(response, jsonTextOf(answer) ?? JSON.stringify(endpoint.response.parse(answer)));
  }
}

/** Redirects stay on this site, whatever a `next` in the query says. */
function ownPath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path.replace(/[^\x21-\x7e]/gu, encodeURIComponent) : '/';
}
