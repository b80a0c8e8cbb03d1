import { pino, type DestinationStream, type Logger } from 'pino';
import type { Env } from '../env/env.ts';
import { describeError } from './safe-error.ts';

export type Log = Logger;

/** The log methods background work needs; fields never hold personal data. */
export type Reporter = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** JSON lines on stderr, as stdout is for the user who started the program; `base` is part of each line. */
export function createLog(level: string, destination: DestinationStream = standardError(), base?: object): Log {
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
  return pino({ level, base: base && { ...base }, redact, serializers: { err: describeError } }, destination);
}

/** The log of this process: its lines bear its number and its name. */
export function createProcessLog({ logLevel, instanceName }: Pick<Env, 'logLevel' | 'instanceName'>): Log {
  return createLog(logLevel, standardError(), { pid: process.pid, instance: instanceName });
}

/** Synchronous, so that the last line before an exit is never lost. */
const standardError = (): DestinationStream => pino.destination({ dest: 2, sync: true });
