import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Env } from '../env/env.ts';
import { describeError } from './safe-error.ts';

export type Log = Logger;

/** The log methods background work needs; fields never hold personal data. */
export type Reporter = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

const secrets = ['password', 'token', 'code', 'otp'];
const redact = [...secrets, ...secrets.map((name) => `*.${name}`), '*.*.authorization', '*.*.cookie'];

/** Creates a log of JSON lines; `base` is part of each line. */
export function createLog(level: string, destination: DestinationStream, base?: object, hooks?: LogHooks): Log {
  const serializers = { err: describeError };
  return pino({ level, base: base && { ...base }, redact, serializers, ...(hooks && { hooks }) }, destination);
}

/** The number of this level in each line. */
const warning = 40;

type LogHooks = NonNullable<LoggerOptions['hooks']>;

/** Longest wait of a routine line in ms: a write to the system for each request costs a tenth of an unchanged poll. */
const flushMs = 200;

/**
 * The log of this process, on stderr, with its id and name. A warning is written at once with all lines before it, and
 * so are the last ones before an exit; a kill -9 loses less than `flushMs` of routine lines.
 */
export function createProcessLog({ logLevel, instanceName }: Pick<Env, 'logLevel' | 'instanceName'>): Log {
  const output = pino.destination({ dest: 2, sync: true, minLength: 4096, periodicFlush: flushMs });
  process.once('exit', () => output.flushSync());
  const logMethod: LogHooks['logMethod'] = function write(line, method, level) {
    method.apply(this, line);
    // Lines are not written by flushSync, which waits for the disk, and every request with it.
    if (level >= warning) output.flush();
  };
  return createLog(logLevel, output, { pid: process.pid, instance: instanceName }, { logMethod });
}
