import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import type { PayeeSettings } from '#server/adapters/payees/payees.ts';
import { codeOf } from '#server/lib/safe-error.ts';
import { chainsOf, simulatedChains } from './env.chains.ts';
import { withSecretFiles } from './env.files.ts';
import { productionProblems } from './env.production.ts';
import { fxEnvOf, pricesEnvOf } from './env.rates.ts';
import { shape, type Settings } from './env.shape.ts';
import type { EnvSource, SettingProblem } from './env.source.ts';
import { persistedSecret } from './local-secrets.ts';

/** Thrown when settings are missing, malformed or weak; `problems` holds every one of them. */
export class BadSettings extends Error {
  readonly problems: SettingProblem[];
  constructor(problems: SettingProblem[]) {
    const count = problems.length === 1 ? 'a setting needs' : `${problems.length} settings need`;
    const lines = problems.map(({ setting, problem }) => `  ${setting} ${problem}`);
    super([`Landfall cannot start: ${count} attention (docs/OPERATIONS.md explains each).`, ...lines].join('\n'));
    this.name = 'BadSettings';
    this.problems = problems;
  }
}

export type StorageSettings =
  | { kind: 'file'; folder: string }
  | {
      kind: 's3';
      bucket: string;
      endpoint?: string;
      region: string;
      accessKeyId?: string;
      secretAccessKey?: string;
      sessionToken?: string;
    };

/**
 * The settings of one process. An absent address, such as `databaseUrl`, means local mode or that the part is not used.
 */
export type Env = ReturnType<typeof assemble>;

/**
 * Throws if a command without the service's settings would create an empty local database, which the operator would
 * mistake for the real one. A `backup` whose key is here may create one.
 */
export function assertTarget(backup?: string, source: EnvSource = process.env): void {
  if (source.DATABASE_URL || source.DATABASE_URL_FILE) return;
  if (backup && (source.ENCRYPTION_KEY || existsSync(join(backup, 'secrets', 'encryption-key')))) return;
  const folder = resolve(source.DATA_DIR || './data');
  if (existsSync(join(folder, 'postgres'))) return;
  throw new Error(
    `DATABASE_URL is not set, and no local database is in ${folder}. Run it with the settings of the service: ` +
      'docs/OPERATIONS.md, "Commands with the settings of the service".',
  );
}

/**
 * Returns names in the environment that resemble settings without being one: nothing reads them, and most are
 * misspelt.
 */
export function strayNames(source: EnvSource = process.env): string[] {
  const knownSettings = new Set(Object.keys(shape.shape).flatMap((name) => [name, `${name}_FILE`]));
  const families = new Set(Object.keys(shape.shape).map((name) => name.split('_')[0]));
  return Object.keys(source).filter(
    (name) =>
      name.includes('_') && !foreignFamily.test(name) && families.has(name.split('_')[0]) && !knownSettings.has(name),
  );
}

/** Names that other programs read. */
const foreignFamily = /^(NODE|AWS|HOST|LOG|INSTANCE|API|DATA|PORT|PUBLIC)_/;

/** Reads every setting of docs/OPERATIONS.md, all problems in one BadSettings; production makes no secrets. */
export function readEnv(source: EnvSource = process.env): Env {
  // An empty variable (as a compose file passes an unset one) means the same as none.
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const { given, problems: fileProblems } = withSecretFiles(set);
  const production = given.NODE_ENV === 'production';
  const parseResult = shape.safeParse(given);
  const problems = [
    ...fileProblems,
    ...(production ? productionProblems(given) : []),
    ...shapeProblems(parseResult.error),
  ];
  const uniqueProblems = problems.filter(
    ({ setting }, index) => problems.findIndex((otherProblem) => otherProblem.setting === setting) === index,
  );
  if (uniqueProblems.length > 0 || !parseResult.success) throw new BadSettings(uniqueProblems);
  return assemble(parseResult.data, production);
}

/** Settings of the demonstration: local mode only, in a folder of its own unless DATA_DIR is set. */
export function readDemoEnv(source: EnvSource = process.env): Env {
  if (source.DATABASE_URL || source.NODE_ENV === 'production') {
    throw new BadSettings([
      { setting: 'DATABASE_URL', problem: 'the demonstration invents customers and runs in local mode only' },
    ]);
  }
  return readEnv({
    PAYEE_CHECK: 'simulated',
    ...source,
    ...simulatedChains(source),
    DATA_DIR: source.DATA_DIR || 'data/demo',
  });
}

function persistedSecretIn(dataDir: string, name: string): ReturnType<typeof persistedSecret> {
  try {
    return persistedSecret(dataDir, name);
  } catch (error) {
    const problem = `cannot be written: ${dataDir} (${codeOf(error) ?? 'unknown'})`;
    throw new BadSettings([{ setting: 'DATA_DIR', problem }]);
  }
}

function assemble(values: Settings, production: boolean) {
  const dataDir = resolve(values.DATA_DIR);
  const secret = (value: string | undefined, file: string) =>
    value === undefined ? persistedSecretIn(dataDir, file) : { value, isNew: false };
  const password = secret(values.ADMIN_PASSWORD, 'admin-password.txt');
  return {
    production,
    /** 0 lets the operating system pick a free port. */
    port: values.PORT,
    host: values.HOST,
    /** Origin without a trailing slash; absent means http://localhost and the port that was bound. */
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
    dataDir,
    /**
     * Connection string with the escaped password. Absent in local mode: the embedded PostgreSQL in `dataDir/postgres`.
     */
    databaseUrl: withPassword(values.DATABASE_URL, values.PGPASSWORD),
    /** A read replica for reports, exports and searches. */
    databaseReplicaUrl: withPassword(values.DATABASE_REPLICA_URL, values.PGPASSWORD),
    /** PostgreSQL itself, where `databaseUrl` is that of a transaction pooler; else the same. */
    databaseDirectUrl: withPassword(values.DATABASE_DIRECT_URL ?? values.DATABASE_URL, values.PGPASSWORD),
    /** The number of connections that the requests of this process share. */
    databasePoolSize: values.DATABASE_POOL_SIZE,
    /** Connection string of the role that owns the tables and migrates them, if it differs from that of databaseUrl. */
    migrationUrl: values.DATABASE_URL && withPassword(values.MIGRATION_DATABASE_URL, values.PGPASSWORD),
    jwtSecret: secret(values.JWT_SECRET, 'jwt-secret').value,
    encryptionKey: secret(values.ENCRYPTION_KEY, 'encryption-key').value,
    admin: { email: values.ADMIN_EMAIL, password: password.value, passwordWasJustMade: password.isNew },
    /** Power of two of bcrypt's rounds. */
    passwordCost: values.PASSWORD_COST,
    mail: {
      smtpUrl: values.SMTP_URL,
      /** Nothing is sent over a connection that the server does not encrypt. */
      requireTls: values.SMTP_REQUIRE_TLS === 'on',
      from: values.MAIL_FROM,
      outboxDir: join(dataDir, 'outbox'),
    },
    /** The bot of the operator; none without a token. */
    telegram: { token: values.TELEGRAM_BOT_TOKEN, url: values.TELEGRAM_API_URL },
    storage: storageOf(values, dataDir),
    rates: pricesEnvOf(values),
    fx: fxEnvOf(values),
    chains: chainsOf(values),
    payeeCheck: payeeCheckOf(values),
    /** The operator's decision about a restored copy of the database; undefined without one. */
    restored: values.RESTORED,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    /** Number of trusted reverse proxies in front. */
    trustProxy: values.TRUST_PROXY,
    walletCooloffHours: values.WALLET_COOLOFF_HOURS ?? (production ? 24 : 0),
    logLevel: values.LOG_LEVEL,
    /** Name of this process in its log; by default the machine's. */
    instanceName: values.INSTANCE_NAME ?? hostname(),
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST ?? values.HOST,
    /** True if browsers may cache the client's files for offline use. */
    offlineReading: values.OFFLINE_READING === 'on',
    /** True if the description of the API is served, which lists every admin route. */
    apiDocs: values.API_DOCS === undefined ? !production : values.API_DOCS === 'on',
    /** Previous secrets, which still open values signed with them. */
    jwtSecretPrevious: values.JWT_SECRET_PREVIOUS,
    /** The key that a database comes from which has not changed to `encryptionKey` yet. */
    encryptionKeyPrevious: values.ENCRYPTION_KEY_PREVIOUS,
  };
}

function payeeCheckOf({ PAYEE_CHECK: provider, PAYEE_CHECK_KEY: key, PAYEE_CHECK_URL: url }: Settings): PayeeSettings {
  if (provider === 'off' || provider === 'simulated') return { provider };
  if (key) return { provider, key, url };
  throw new BadSettings([{ setting: 'PAYEE_CHECK_KEY', problem: `is missing: ${provider} needs a key` }]);
}

/** A password in its own variable needs no escaping by the operator; one in the URL wins. */
function withPassword(address: string | undefined, password: string | undefined): string | undefined {
  if (!address || !password) return address;
  const url = new URL(address);
  if (url.password === '') url.password = encodeURIComponent(password);
  return url.href;
}

function storageOf(values: Settings, dataDir: string): StorageSettings {
  if (!values.STORAGE_URL) return { kind: 'file', folder: join(dataDir, 'files') };
  const url = new URL(values.STORAGE_URL);
  if (url.protocol === 'file:') return { kind: 'file', folder: fileURLToPath(url) };
  return {
    kind: 's3',
    bucket: url.hostname,
    endpoint: url.searchParams.get('endpoint') ?? undefined,
    region: url.searchParams.get('region') ?? values.AWS_REGION,
    accessKeyId: values.AWS_ACCESS_KEY_ID,
    secretAccessKey: values.AWS_SECRET_ACCESS_KEY,
    ...(values.AWS_SESSION_TOKEN && { sessionToken: values.AWS_SESSION_TOKEN }),
  };
}

function shapeProblems(error: z.ZodError | undefined): SettingProblem[] {
  return (error?.issues ?? []).map((issue) => ({ setting: issue.path.join('.'), problem: issue.message }));
}
