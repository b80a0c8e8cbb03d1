import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import S3rver from '@20minutes/s3rver';
import type { StorageSettings } from '#server/env/env.ts';

export type TestS3 = {
  settings: Extract<StorageSettings, { kind: 's3' }>;
  close: () => Promise<void>;
};

const bucket = 'landfall-test';

/** A real S3 API over a folder, on a free port of this machine. Signatures are checked, but for calls on the bucket itself. */
export async function startS3(directory: string): Promise<TestS3> {
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
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      kind: 's3',
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
