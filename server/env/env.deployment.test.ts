import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { connect } from '#server/db/connection.ts';
import { composedEnvironment, filledExample, randomAsChosen } from '#tests/setup/deployment.ts';
import { readEnv } from './env.ts';

const hex = randomAsChosen();
const base64 = `a/${randomBytes(32).toString('base64')}`;
const hostile = 'p/+=@:#%?&$HOME ${X} "%41é[]';

test('an operator who fills in deploy/example.env as it says gets settings that production accepts', () => {
  for (let n = 0; n < 50; n++) {
    const source = composedEnvironment(filledExample());
    const env = readEnv(source);
    expect(env.production).toBe(true);
    expect(new URL(env.databaseUrl ?? '').password).toBe(source.PGPASSWORD);
  }
});

test('an operator who leaves a line of deploy/example.env empty is told which', () => {
  const unset = filledExample({ POSTGRES_PASSWORD: '' });
  expect(() => composedEnvironment(unset)).toThrow('POSTGRES_PASSWORD: set it in .env');
});

test.each([
  ['random digits', hex, hex],
  ['base64 with a slash', base64, base64],
  ['every character that means something in a URL', `'${hostile}'`, hostile],
])('PostgreSQL lets the product in with a password of %s', async (_what, written, password) => {
  const source = composedEnvironment(filledExample({ POSTGRES_PASSWORD: written }));
  const server = new URL(inject('testServerUrl'));
  const role = `role_${randomBytes(8).toString('hex')}`;
  const owner = new Client({ connectionString: server.href });
  await owner.connect();
  await owner.query(`create role ${role} login password ${owner.escapeLiteral(password)}`);
  try {
    const here = `${role}@${server.host}${server.pathname}`;
    const url = source.DATABASE_URL?.replace('landfall_app@postgres:5432/landfall', here);
    const { pool } = connect({ url: readEnv({ ...source, DATABASE_URL: url }).databaseUrl ?? '', max: 1 });
    expect((await pool.query('select current_user as name')).rows).toEqual([{ name: role }]);
    await pool.end();
  } finally {
    await owner.query(`drop role ${role}`);
    await owner.end();
  }
});
