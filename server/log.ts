import { pino, type DestinationStream, type Logger } from 'pino';
import { describeError } from './lib/safe-error.ts';

export type Log = Logger;

/** The log methods background work needs; fields never hold personal data. */
export type Reporter = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** JSON lines on stderr: stdout is for the few lines written for the user who started the program. */
export function createLog(level: string, destination: DestinationStream = standardError()): Log {
  const redact = [
    'password',
    'token',
    'code',
    'otp',
    '*.password',
    '*.token',
    '*.code',
    '*.otp',
    '*.*.authorization',
    '*.*.cookie',
  ];
  return pino({ level, base: undefined, redact, serializers: { err: describeError } }, destination);
}

/** Synchronous, so that the last line before an exit is never lost. */
function standardError(): DestinationStream {
  return pino.destination({ dest: 2, sync: true });
}
