import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { deriveKey } from '#server/lib/keys.ts';

export type FileLinks = {
  /** A token that opens this one file for this user for 60 seconds. */
  sign: (filename: string, userId: string) => { token: string; expiresAt: Date };
  /** Whose link it is, if it is a live one for this very file. */
  read: (token: string, filename: string) => { userId: string } | undefined;
};

const audience = 'file';
const issuer = 'landfall';
const livesSeconds = 60;
const claims = z.object({ sub: z.uuid(), file: z.string() });

/** Link tokens have a key of their own: none can pass as a session, and no session as a link. */
export function createFileLinks(jwtSecret: string, now: () => Date): FileLinks {
  const key = createSecretKey(deriveKey(jwtSecret, 'file link'));
  const seconds = () => Math.floor(now().getTime() / 1000);
  return {
    sign: (file, userId) => {
      const iat = seconds();
      const exp = iat + livesSeconds;
      const token = jwt.sign({ file, iat, exp }, key, { algorithm: 'HS256', audience, issuer, subject: userId });
      return { token, expiresAt: new Date(exp * 1000) };
    },
    read: (token, filename) => {
      try {
        const options = { algorithms: ['HS256' as const], audience, issuer, clockTimestamp: seconds() };
        const { sub, file } = claims.parse(jwt.verify(token, key, options));
        return file === filename ? { userId: sub } : undefined;
      } catch (error) {
        const isMalformed = error instanceof SyntaxError || error instanceof TypeError || error instanceof z.ZodError;
        if (error instanceof jwt.JsonWebTokenError || isMalformed) return undefined;
        throw error;
      }
    },
  };
}
