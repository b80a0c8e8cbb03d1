import { pino, type DestinationStream, type Logger } from 'pino';
import { describeError } from './lib/safe-error.ts';

export type Log = Logger;

/** The part of a log that background work needs; facts never hold personal data. */
export type Reporter = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** JSON lines on stderr: stdout belongs to the few lines written for the person who started the program. */
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
