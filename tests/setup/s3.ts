import { createServer } from 'node:http';
import S3rver from '@20minutes/s3rver';
import { serve } from './ports.ts';

export type TestS3 = Awaited<ReturnType<typeof startS3>>;

const bucket = 'landfall-test';

/** A real S3 API over a folder, on a free port of this machine. Signatures are checked, but for calls on the bucket itself. */
export async function startS3(directory: string) {
  const options = { directory, silent: true, configureBuckets: [{ name: bucket }] };
  const s3 = new S3rver(options);
  await s3.configureBuckets();
  const onFiles = s3.callback();
  // It leaves the slash after a bucket's name out of the signature, which every client signs.
  const onBucket = new S3rver({ ...options, allowMismatchedSignatures: true }).callback();
  const server = createServer((request, response) => {
    const isBucketCall = /^\/[^/?]+\/?(\?|$)/.test(request.url ?? '');
    (isBucketCall ? onBucket : onFiles)(request, response);
  });
  const { url: endpoint, close } = await serve(server);
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return { settings: { kind: 's3' as const, bucket, endpoint, region: 'us-east-1', ...keys }, close };
}
