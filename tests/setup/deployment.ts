import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { rootDir } from '#server/env/paths.ts';

const fileOf = (...path: string[]) => readFileSync(join(rootDir, ...path), 'utf8');

/** The output of `openssl rand`, as in deploy/example.env. */
export function randomAsChosen(): string {
  const encoding = /openssl rand -(\w+) 32/.exec(fileOf('deploy', 'example.env'))?.[1];
  return randomBytes(32).toString(encoding as BufferEncoding);
}

/** The text of .env as an operator writes it: every empty line of deploy/example.env filled in, in a valid form. */
export function filledExample(ownValues: Record<string, string> = {}): string {
  const contactEmail = 'desk@acme-cash.com';
  const defaults = {
    ADMIN_EMAIL: contactEmail,
    MAIL_FROM: contactEmail,
    SMTP_URL: 'smtp://desk@mail.acme-cash.com:587',
  };
  const values: Record<string, string> = { ...defaults, ...ownValues };
  const filledLine = (_: string, name: string) => `${name}=${values[name] ?? randomAsChosen()}`;
  return fileOf('deploy', 'example.env').replaceAll(/^(\w+)=$/gm, filledLine);
}

/** The environment that docker-compose.yml gives a serving process with this .env, in addition to that of the image. */
export function composedEnvironment(dotEnv: string): Record<string, string> {
  return { ...imageEnvironment(), ...settingsIn(/^x-environment: .*\n((?: {2}.*\n)+)/m, dotEnv) };
}

/** The environment of the migration step, which alone knows the owner of the tables. */
export function migratingEnvironment(dotEnv: string): Record<string, string> {
  const ownSettings = settingsIn(/^ {2}migrate:\n[^]*?^ {4}environment:\n((?: {6}.*\n)+)/m, dotEnv);
  return { ...composedEnvironment(dotEnv), ...ownSettings };
}

/** The settings of a block of docker-compose.yml, with the values of this .env. */
function settingsIn(block: RegExp, dotEnv: string): Record<string, string> {
  const variables = parseEnv(dotEnv) as Record<string, string>;
  const lines = block.exec(fileOf('docker-compose.yml'))?.[1] ?? '';
  const entries = [...lines.matchAll(/^ +(\w+): (?:'(.*)'|(.*))$/gm)].map(
    ([, name = '', quotedValue, plainValue = '']): [string, string] => [
      name,
      interpolate(quotedValue ?? plainValue, variables),
    ],
  );
  return Object.fromEntries(entries);
}

/** `${NAME}`, `${NAME:-default}` and `${NAME:?message}`, as compose reads them. */
function interpolate(text: string, variables: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    const value = variables[name] ?? '';
    if (value === '' && kind === '?') throw new Error(`${name}: ${rest}`);
    return value === '' && kind === '-' && rest !== undefined ? rest : value;
  });
}

/** deploy/roles.sql as psql runs it in the container of the compose file. */
export function rolesOf(database: string, passwords: { owner: string; serving: string }): string {
  return fileOf('deploy', 'roles.sql')
    .replaceAll(/^\\getenv .*$/gm, '')
    .replaceAll(":'owner_password'", escapeLiteral(passwords.owner))
    .replaceAll(":'password'", escapeLiteral(passwords.serving))
    .replaceAll(':"DBNAME"', escapeIdentifier(database));
}

const lastStage = () => fileOf('Dockerfile').replace(/^[^]*^FROM /m, '');

function imageEnvironment(): Record<string, string> {
  const words = [...lastStage().matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  return Object.fromEntries(words.map((word) => word.split('=') as [string, string]));
}

/** Command of a container, from the Dockerfile's CMD. */
export function imageCommand(): [string, ...string[]] {
  return JSON.parse(/^CMD (\[.*\])$/m.exec(lastStage())?.[1] ?? '[]') as [string, ...string[]];
}

/** Puts the files that the last stage of the Dockerfile copies into /app into `folder`, from this built checkout. */
export async function assembleImage(folder: string): Promise<void> {
  const copies = [...lastStage().matchAll(/^COPY (?:--from=\w+ )?(.*)$/gm)].map(([, line = '']) => line.split(' '));
  for (const words of copies) {
    const target = words.at(-1) ?? '';
    for (const source of words.slice(0, -1).map((word) => word.replace('/app/', ''))) {
      const to = join(folder, target, target.endsWith('/') ? basename(source) : '');
      // Linked, not copied: it has some hundred megabytes, and no test changes it.
      if (source === 'node_modules') await symlink(join(rootDir, source), to);
      else await cp(join(rootDir, source), to, { recursive: true });
    }
  }
}
