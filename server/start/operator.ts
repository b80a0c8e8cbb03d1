import { tmpdir } from 'node:os';
import { DatabaseError } from 'pg';
import { whenAnnounced, connect, type Database } from '../db/connection.ts';
import { attachEmbedded } from '../db/embedded/embedded.ts';
import { answerOf } from '../db/errors.ts';
import { assertTarget, BadSettings, readEnv, type Env } from '../env/env.ts';
import { adminPasswordFile } from '../env/local-secrets.ts';
import { setAuditKey } from '../features/audit/audit.signature.ts';
import { describeCopy } from '../installation/installation.ts';
import { assertSameKey } from '../keys/key-check.ts';
import type { Landfall } from '../landfall.ts';
import { codeOf } from '../lib/safe-error.ts';

/** Runs a program started by hand; errors are printed for the operator and end the process with 1. */
export async function forOperator(failure: string, work: () => Promise<void>): Promise<void> {
  // New files are private: commands write personal data and secrets, which other users of this machine must not read.
  process.umask(0o077);
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof BadSettings ? error.message : `${failure}: ${reasonOf(error)}`}\n`);
    process.exit(1);
  }
}

/**
 * Runs a command; its first and its last line name the database that it works on, `url` where that is another role's.
 */
export async function onTarget(task: string, env: Env, work: () => Promise<void>): Promise<void> {
  const target = targetOf(env);
  process.stdout.write(`${task} of ${target}\n`);
  await work();
  process.stdout.write(`${task} of ${target}: ${process.exitCode ? 'failed' : 'done'}\n`);
}

function targetOf({ databaseDirectUrl, migrationUrl, dataDir }: Env): string {
  const url = migrationUrl ?? databaseDirectUrl;
  if (!url) return `the local database in ${dataDir}`;
  const { hostname, port, pathname } = new URL(url);
  return `the database ${decodeURIComponent(pathname.slice(1))} at ${hostname}${port && `:${port}`}`;
}

/** The PostgreSQL of the settings: the embedded one where they name no other. */
export async function reachServer({ databaseDirectUrl: url, dataDir }: Env) {
  return url ? { url, release: async () => undefined } : attachEmbedded(dataDir);
}

/**
 * The database of the settings, for a program beside the running product. Refuses another ENCRYPTION_KEY before any
 * work.
 */
export async function withDatabase(
  task: string,
  work: (opened: { database: Database; env: Env }) => Promise<void>,
): Promise<void> {
  assertTarget();
  const env = readEnv();
  return onTarget(task, env, () => openForWork(env, work));
}

async function openForWork(env: Env, work: (opened: { database: Database; env: Env }) => Promise<void>): Promise<void> {
  setAuditKey(env.encryptionKey);
  const server = await reachServer(env);
  const database = connect({ url: server.url, directUrl: server.url, max: 1 });
  try {
    // Without this check every row would be called tampered with, or be written as such.
    await assertSameKey(database.db, env.encryptionKey);
    await work({ database, env });
    await whenAnnounced(database.pool);
  } finally {
    await database.pool.end();
    await server.release();
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fromServer = databaseErrorIn(error);
  // A message of our own is more helpful: it names the setting or the migration.
  if (fromServer && (error === fromServer || error.message.startsWith('Failed query')))
    return `PostgreSQL says: ${answerOf(fromServer)}`;
  const { message } = error;
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return `PORT is already in use (${message}). Stop the other program or set PORT.`;
  if (code === 'EADDRNOTAVAIL') return `HOST is no address of this machine (${message}).`;
  if (code === 'EACCES' && message.startsWith('listen'))
    return `PORT needs rights this program does not have (${message}).`;
  if (code === 'EROFS' || code === 'EACCES')
    return `a folder cannot be written: DATA_DIR, that of STORAGE_URL or ${tmpdir()}, as the path says (${message}).`;
  if (unreachable.has(code ?? '')) return `a server of the settings cannot be reached (${messageOf(error)}).`;
  if (code === 'ENOENT') return `a file that the settings or the command name is missing (${message}).`;
  // An error with a code comes from a lower layer and is not for users, so its place is shown.
  return code === undefined ? message : (error.stack ?? message);
}

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

/** A host with several addresses fails once for each, and the error that holds them has no message. */
function messageOf(error: Error): string {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const [firstError] = errors;
  return firstError instanceof Error ? firstError.message : error.message;
}

/** Returns the error of PostgreSQL, which a library wraps into the statement it sent. */
function databaseErrorIn(error: unknown): DatabaseError | undefined {
  if (error instanceof DatabaseError) return error;
  return error instanceof Error ? databaseErrorIn(error.cause) : undefined;
}

/** The first lines on stdout: the URL, a restored copy, and in local mode the generated credentials. */
export function printBanner(env: Env, { url, copy }: Pick<Landfall, 'url' | 'copy'>): void {
  const lines = [`Landfall is ready at ${url}`, ...(copy ? [describeCopy(copy)] : [])];
  if (!env.production && !env.databaseUrl) {
    lines.push(
      `Local mode: sample rates; mails are kept in ${env.mail.outboxDir}; everything lives in ${env.dataDir}.`,
    );
    lines.push(`Administrator: ${env.admin.email}`);
    if (env.admin.passwordWasJustMade) {
      lines.push(`Password: ${env.admin.password} (shown once, kept in ${adminPasswordFile(env.dataDir)})`);
    }
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
