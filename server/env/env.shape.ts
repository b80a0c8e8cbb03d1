import { z } from 'zod';
import { chainShape } from './env.chains.ts';
import { ratesShape } from './env.rates.ts';

const port = z.coerce.number('must be a port number').int().min(0).max(65_535);
const urlOf = (protocols: RegExp, hint: string) => z.url({ protocol: protocols, error: `must look like ${hint}` });
const onOff = z.enum(['on', 'off'], 'must be on or off');
const databaseUrl = urlOf(
  /^postgres(ql)?$/,
  'postgres://user:password@host:5432/name with one host (a password with other characters than letters and digits: PGPASSWORD)',
).refine(
  (value) => !URL.canParse(value) || !new URL(value).hostname.includes(','),
  'must name one host: of several servers, the address that follows the primary',
);

const poolSize = 'must be a number of connections, 2 to 200';

/** Every setting by its name, as it is written in the environment. */
export const shape = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: urlOf(/^https?$/, 'https://desk.example.com').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: z.coerce.number(poolSize).int(poolSize).min(2, poolSize).max(200, poolSize).default(10),
  PGPASSWORD: z.string().optional(),
  MIGRATION_DATABASE_URL: urlOf(/^postgres(ql)?$/, 'postgres://owner:password@host:5432/name').optional(),
  JWT_SECRET: z.string().refine(isLongEnough, 'is shorter than 32 bytes').optional(),
  ENCRYPTION_KEY: z.string().refine(isLongEnough, 'is shorter than 32 bytes').optional(),
  ADMIN_EMAIL: z.email('must be an email address').default('admin@landfall.test'),
  // bcrypt ignores the bytes after these, so a longer password would not be checked in full.
  ADMIN_PASSWORD: z
    .string()
    .refine((value) => Buffer.byteLength(value) <= 72, 'is longer than 72 bytes')
    .optional(),
  PASSWORD_COST: z.coerce.number('must be a number').int().min(4).max(15).default(10),
  SMTP_URL: urlOf(/^smtps?$/, 'smtp://user:password@host:587').optional(),
  SMTP_REQUIRE_TLS: onOff.default('off'),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]+<)?[^\s<>@]+@[^\s<>@]+>?$/, 'must be an email address, with or without a name')
    .default('Landfall <desk@landfall.test>'),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{20,}$/, 'must be the token that BotFather gave')
    .optional(),
  TELEGRAM_API_URL: urlOf(/^https?$/, 'https://host').optional(),
  STORAGE_URL: urlOf(/^(file|s3)$/, 'file:///path or s3://bucket?region=…').optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().default('us-east-1'),
  ...ratesShape,
  PAYEE_CHECK: z
    .enum(['off', 'simulated', 'paystack', 'flutterwave'], 'must be off, simulated, paystack or flutterwave')
    .default('off'),
  PAYEE_CHECK_KEY: z.string().optional(),
  PAYEE_CHECK_URL: urlOf(/^https?$/, 'https://host/path').optional(),
  ...chainShape,
  RATE_LIMIT_FACTOR: z.coerce.number('must be a number').positive('must be above 0').default(1),
  TRUST_PROXY: z.coerce.number('must be a number of proxies').int().min(0).max(10).default(0),
  WALLET_COOLOFF_HOURS: z.coerce
    .number('must be a number of hours')
    .min(0)
    .max(24 * 30)
    .optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a pino level')
    .default('info'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().optional(),
  INSTANCE_NAME: z.string().max(100).optional(),
  OFFLINE_READING: onOff.default('on'),
  API_DOCS: onOff.optional(),
  JWT_SECRET_PREVIOUS: z.string().refine(isLongEnough, 'is shorter than 32 bytes').optional(),
  RESTORED: z.enum(['drill', 'production'], 'must be drill or production').optional(),
  ENCRYPTION_KEY_PREVIOUS: z.string().refine(isLongEnough, 'is shorter than 32 bytes').optional(),
});

/** The settings as the schema has read them. */
export type Settings = z.infer<typeof shape>;

function isLongEnough(value: string): boolean {
  return Buffer.byteLength(value) >= 32;
}
