import type { Readable } from 'node:stream';
import type * as Sdk from '@aws-sdk/client-s3';
import { z } from 'zod';
import type { StorageSettings } from '../../env/env.ts';
import { Unavailable } from '../../lib/refusal.ts';
import { storedName, type FileStorage } from './storage.ts';

type S3Settings = Extract<StorageSettings, { kind: 's3' }>;

/** All files share one prefix, so that a bucket may hold other things as well. */
const prefix = 'files/';
const connectTimeoutMs = 3_000;
const requestTimeoutMs = 20_000;

/** Stores files in an S3-compatible bucket. The SDK is loaded on first use, so that local mode never loads it. */
export function s3Storage(settings: S3Settings): FileStorage {
  let openedClient: Promise<{ sdk: typeof Sdk; client: Sdk.S3Client }> | undefined;
  const open = () => (openedClient ??= openClient(settings));
  const keyOf = (name: string) => ({ Bucket: settings.bucket, Key: prefix + storedName(name) });

  return {
    put: async (name, content, size) => {
      const { sdk, client } = await open();
      const abortController = new AbortController();
      // The SDK does not watch the stream it sends: a sender that fails would leave the request waiting.
      content.once('error', (error) => abortController.abort(error));
      const command = new sdk.PutObjectCommand({ ...keyOf(name), Body: content, ContentLength: size });
      try {
        await client.send(command, { abortSignal: abortController.signal });
      } catch (error) {
        content.destroy();
        throw abortController.signal.aborted ? abortController.signal.reason : toStorageError(error);
      }
    },
    get: async (name) => {
      const key = keyOf(name);
      const { sdk, client } = await open();
      try {
        const { Body, ContentLength } = await client.send(new sdk.GetObjectCommand(key));
        // Under Node.js the body is a `Readable`.
        return Body ? { stream: Body as Readable, size: ContentLength ?? 0 } : null;
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return null;
        throw toStorageError(error);
      }
    },
    remove: async (name) => {
      const { sdk, client } = await open();
      await client.send(new sdk.DeleteObjectCommand(keyOf(name)));
    },
    // An object appears whole or not at all.
    removeDrafts: () => Promise.resolve(),
  };
}

const ignore = () => undefined;

async function openClient({ endpoint, region, accessKeyId, secretAccessKey, sessionToken }: S3Settings) {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    endpoint,
    region,
    // Own endpoints rarely answer bucket.host names.
    forcePathStyle: endpoint !== undefined,
    // Streams fail otherwise, and many S3 clones do not support checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A stream can be sent only once; the customer's browser tries again.
    maxAttempts: 1,
    // Errors are thrown; the console would show them twice.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: { connectionTimeout: connectTimeoutMs, requestTimeout: requestTimeoutMs },
    // Without keys the SDK searches like AWS tools (profile, role of the machine).
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey, sessionToken } } : {}),
  });
  return { sdk, client };
}

const failure = z.object({
  name: z.string().optional(),
  $metadata: z.object({ httpStatusCode: z.number().optional() }).optional(),
});

/** Maps the many errors of a full bucket to one; an unreachable bucket is retryable. */
function toStorageError(error: unknown): unknown {
  const { name = '', $metadata } = failure.safeParse(error).data ?? {};
  const status = $metadata?.httpStatusCode;
  if (status === 507 || /StorageFull|QuotaExceeded/i.test(name)) {
    return Object.assign(new Error('The bucket is full.', { cause: error }), { code: 'ENOSPC' });
  }
  const unreachable = new Unavailable('files_unreachable');
  return status === undefined || status >= 500 ? Object.assign(unreachable, { cause: error }) : error;
}
