declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  /** The subset of s3rver that tests use; the package ships no types. */
  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      configureBuckets: { name: string }[];
      allowMismatchedSignatures?: boolean;
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
