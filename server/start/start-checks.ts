import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Mailer } from '../adapters/mail/mail.ts';
import type { FileStorage } from '../adapters/storage/storage.ts';
import type { Env, StorageSettings } from '../env/env.ts';
import type { Reporter } from '../lib/log.ts';
import { codeOf, describeError, errorOf } from '../lib/safe-error.ts';
import storageFailures from './storage-failures.json' with { type: 'json' };

const sample = Buffer.from('written and removed at a start');

/**
 * Writes and removes a file in the folder of uploads. Throws if DATA_DIR is not writable, because no upload could be
 * stored.
 */
export async function assertWritable(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'tmp');
  const path = join(folder, `.start-${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, sample, { mode: 0o600 });
    await rm(path);
  } catch (cause) {
    throw new Error(`DATA_DIR: the folder ${folder} cannot be written (${codeOf(cause) ?? 'unknown'}).`, { cause });
  }
}

/** Puts, reads and removes one file. Throws a sentence for the operator when any of it fails. */
export async function assertUsable(storage: FileStorage, settings: StorageSettings): Promise<void> {
  const name = `${randomUUID()}.txt`;
  try {
    await storage.put(name, Readable.from([sample]), sample.length);
    const storedObject = await storage.get(name);
    if (!storedObject || !(await buffer(storedObject.stream)).equals(sample))
      throw new Error('it answers other bytes than it took');
    await storage.remove(name);
  } catch (cause) {
    throw new Error(`STORAGE_URL: ${describeStorage(settings)} ${describeFailure(cause)}`, { cause });
  }
}

/** Logs a warning if the mail server does not greet. The start continues, because mails wait for it as jobs. */
export async function reportSilentMailServer(mailer: Mailer, log: Reporter): Promise<void> {
  try {
    await mailer.verify();
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    log.warn({ reason }, 'SMTP_URL: the mail server does not let us in; mails wait until it does');
  }
}

function describeStorage(settings: StorageSettings): string {
  if (settings.kind === 'file') return `the folder ${settings.folder}`;
  return `the bucket ${settings.bucket}${settings.endpoint ? ` at ${settings.endpoint}` : ''}`;
}

/** Texts for the operator, by the code of S3 or of the operating system. */
const explanations: Readonly<Record<string, string>> = storageFailures;

/**
 * The code of an S3 response is in the error's name, that of the operating system in its code, often one cause down.
 */
function describeFailure(error: unknown): string {
  const codes: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) codes.push(cause.name, codeOf(cause) ?? '');
  const knownCode = codes.find((code) => code in explanations);
  return `${knownCode ? explanations[knownCode] : 'does not store files'} (${knownCode ?? describeError(error).reason ?? errorOf(error).message}).`;
}

/** Logs which connections to other machines carry personal data in clear text. */
export function reportPlainConnections(env: PlainCandidates, log: Reporter): void {
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl, migrationUrl, storage } = env;
  const databases = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl };
  const otherUrls = { DATABASE_REPLICA_URL: databaseReplicaUrl, MIGRATION_DATABASE_URL: migrationUrl };
  for (const [setting, value] of Object.entries({ ...databases, ...otherUrls })) {
    const url = value && URL.canParse(value) ? new URL(value) : undefined;
    if (!url || !isRemoteHost(url.hostname) || !plainModes.has(url.searchParams.get('sslmode'))) continue;
    log.warn(
      { host: url.hostname },
      `${setting}: not encrypted on its way to another machine; add ?sslmode=verify-full`,
    );
  }
  const endpoint = storage.kind === 's3' && storage.endpoint ? new URL(storage.endpoint) : undefined;
  if (endpoint?.protocol === 'http:' && isRemoteHost(endpoint.hostname))
    log.warn({ host: endpoint.hostname }, 'STORAGE_URL: not encrypted on its way to another machine; use https://');
}

/**
 * Logs settings that are accepted but rarely meant: names that are no settings, and a product behind a proxy that does
 * not know it.
 */
export function reportDoubtfulSettings(
  { production, trustProxy }: Pick<Env, 'production' | 'trustProxy'>,
  strayNames: readonly string[],
  log: Reporter,
): void {
  for (const name of strayNames) log.warn({ setting: name }, `${name} is no setting: docs/OPERATIONS.md has them all`);
  if (production && trustProxy === 0)
    log.warn({ setting: 'TRUST_PROXY' }, 'TRUST_PROXY is 0: behind a proxy all callers would share one address');
}

type PlainCandidates = Pick<
  Env,
  'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl' | 'migrationUrl' | 'storage'
>;
const plainModes = new Set<string | null>([null, '', 'disable']);

/** A name without a dot is one of a private network, as that of docker-compose.yml. */
function isRemoteHost(hostname: string): boolean {
  return /[.:]/.test(hostname) && !/^127\.|^\[::1\]$/.test(hostname);
}
