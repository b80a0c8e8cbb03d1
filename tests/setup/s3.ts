import S3rver from '@20minutes/s3rver';
import type { StorageSettings } from '#server/env/env.ts';
import { serve } from './listening.ts';

const bucket = 'landfall-test';

/**
 * A real S3 API over a folder, on a free port of this machine. Signatures are checked, except for calls on the bucket
 * itself.
 */
export async function startS3(directory: string) {
  const options = { directory, silent: true, configureBuckets: [{ name: bucket }] };
  const s3 = new S3rver(options);
  await s3.configureBuckets();
  const onFiles = s3.callback();
  // The emulator leaves the slash after a bucket's name out of the signature, although every client signs it.
  const onBucket = new S3rver({ ...options, allowMismatchedSignatures: true }).callback();
  const { url: endpoint, close } = await serve((request, response) => {
    const isBucketCall = /^\/[^/?]+\/?(\?|$)/.test(request.url ?? '');
    (isBucketCall ? onBucket : onFiles)(request, response);
  });
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const settings: Extract<StorageSettings, { kind: 's3' }> = {
    kind: 's3',
    bucket,
    endpoint,
    region: 'us-east-1',
    ...keys,
  };
  return { settings, close };
}
