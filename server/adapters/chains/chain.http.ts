import { z } from 'zod';
import type { SourceSettings } from '#server/env/env.chains.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { fetchFeedBytes } from '../rates/feed.ts';

export type RpcCall = { method: string; params: readonly unknown[] | object };

export type ChainCaller = ReturnType<typeof createChainCaller>;

/** `large` is for whole blocks and the mempool; any other answer ends at the 2 MB of every feed. */
type AnswerSize = 'small' | 'large';

type Question = { path?: string; size?: AnswerSize; body?: object; accept?: string; statuses?: number[] };

/** The node responded with an error. */
export class RpcRefusal extends FeedError {
  readonly code: number | string;
  constructor(code: number | string) {
    super(`the node refused the call (${String(code).slice(0, 40)})`);
    this.code = code;
  }
}

const envelope = z.object({
  id: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.union([z.number(), z.string()]) }).nullish(),
});

/** A number of many digits. One inside a text matches too, which only costs time. */
const longNumber = /(?:^|[:,[\s])-?\d[\d.]{15,}/;
const wholeLongNumber = /-?\d[\d.]{15,}(?:[eE][+-]?\d+)?/y;

/** Parses JSON in linear time; numbers of more than 15 digits become text, which JavaScript would round. */
export function parseExactly(text: string): unknown {
  try {
    return JSON.parse(longNumber.test(text) ? quoteLongNumbers(text) : text);
  } catch (cause) {
    throw new FeedError('the answer is not JSON', cause);
  }
}

const quote = 0x22;
const backslash = 0x5c;
const minusCode = 0x2d;
const zeroCode = 0x30;
const nineCode = 0x39;

/**
 * Looks at each character once, as an expression that matches quoted texts begins again at each quote of an unclosed
 * one.
 */
function quoteLongNumbers(text: string): string {
  let quotedText = '';
  let copiedUpTo = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === quote) isQuoted = !isQuoted;
    else if (char === backslash) at += 1;
    else if (!isQuoted && (char === minusCode || (char >= zeroCode && char <= nineCode))) {
      wholeLongNumber.lastIndex = at;
      const [token] = wholeLongNumber.exec(text) ?? [];
      if (token === undefined) continue;
      quotedText += `${text.slice(copiedUpTo, at)}"${token}"`;
      copiedUpTo = at + token.length;
      at = copiedUpTo - 1;
    }
  }
  return quotedText + text.slice(copiedUpTo);
}

/** Reads by a schema; what does not fit throws FeedError without quoting it. */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parseResult = schema.safeParse(value);
  if (parseResult.success) return parseResult.data;
  const at = parseResult.error.issues[0]?.path.slice(0, 4).join('.') ?? '';
  throw new FeedError(`the answer has another shape than expected${at && ` at ${at.slice(0, 60)}`}`);
}

const timeoutMs = 8_000;
/** Limit in bytes: a full Bitcoin block in JSON is smaller. */
const largeBytes = 64_000_000;

/** A client of one source. Credentials travel in headers, never in an address or a message. */
export function createChainCaller(
  { url, authorization }: Pick<SourceSettings, 'url' | 'authorization'>,
  headers: Record<string, string> = {},
) {
  let sentCount = 0;
  const base = url.replace(/\/+$/, '');
  const fetchBytes = ({ path = '', size = 'small', body, accept, statuses }: Question): Promise<Buffer> => {
    sentCount += 1;
    const sentHeaders = { ...headers, ...(authorization && { authorization }), ...(accept && { accept }) };
    const maxBytes = size === 'large' ? largeBytes : undefined;
    const text = body && JSON.stringify(body);
    return fetchFeedBytes({
      url: path ? base + path : url,
      headers: sentHeaders,
      body: text,
      statuses,
      timeoutMs,
      maxBytes,
    });
  };
  const ask = async (question: Question) => (await fetchBytes(question)).toString('utf8');
  // Core answers errors of a call with these statuses.
  const askRpc = (body: object, size?: AnswerSize) => ask({ body, size, statuses: [200, 404, 500] });
  /** The answer to a call as text, where parsing all of it would cost too much. */
  const rpcText = (method: string, params: RpcCall['params'], size?: AnswerSize) =>
    askRpc({ jsonrpc: '2.0', id: 0, method, params }, size);
  return {
    /** Requests sent so far; a batch is one. */
    requests: () => sentCount,
    rpcText,
    /** The result of a JSON-RPC call, read by a schema. Throws RpcRefusal for an error of the node itself. */
    rpc: async <Schema extends z.ZodType>(schema: Schema, ...call: Parameters<typeof rpcText>) => {
      const result = resultOf(readAs(envelope, parseExactly(await rpcText(...call))));
      if (result instanceof RpcRefusal) throw result;
      return readAs(schema, result);
    },
    /** Results in the order of the calls, each a value or a RpcRefusal, in one request. */
    batch: async (calls: readonly RpcCall[], size?: AnswerSize): Promise<unknown[]> => {
      if (calls.length === 0) return [];
      const body = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
      const answers = readAs(z.array(envelope), parseExactly(await askRpc(body, size)));
      const byId = new Map(answers.map((answer) => [answer.id, answer]));
      return calls.map((_call, id) => {
        const answer = byId.get(id);
        if (!answer) throw new FeedError('the answer to a batch lacks a part');
        return resultOf(answer);
      });
    },
    /** JSON of a path below the source's address, or a bare hash; undefined for 404, whose page is plain text. */
    get: async <Schema extends z.ZodType>(schema: Schema, path: string) => {
      const text = await ask({ path, statuses: [200, 404] });
      if (/^[0-9a-f]{64}$/.test(text.trim())) return readAs(schema, text.trim());
      return /^\s*[[{"\d]/.test(text) ? readAs(schema, parseExactly(text)) : undefined;
    },
    /** The bytes of a block at a path below the source's address. */
    bytes: (path: string) => fetchBytes({ path, accept: 'application/octet-stream', size: 'large' }),
    post: async <Schema extends z.ZodType>(schema: Schema, path: string, body: object, size?: AnswerSize) =>
      readAs(schema, parseExactly(await ask({ path, body, size }))),
  };
}

function resultOf({ result, error }: z.output<typeof envelope>): unknown {
  return error ? new RpcRefusal(error.code) : result;
}
