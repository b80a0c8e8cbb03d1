import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import { type Call } from '#tests/setup/platform.ts';
import type { Testbed } from '#tests/setup/testbed.ts';
import { aCustomer, aRegistration, customerPassword, signedIn } from './accounts.ts';

type Headers = Record<string, string>;
type WithToken = { token: string };

/** Calls of visitors and customers about their accounts, and the codes and links of their mails. */
export function accountCalls(testbed: Testbed) {
  const call: Call = (...args) => testbed.app.call(...args);
  const post = (path: string, json: object, headers: Headers = {}, ask = call) =>
    ask('POST', `/api/${path}`, { json, headers });
  const login = (
    email: string,
    password = customerPassword,
    { code, headers, ask }: { code?: string | undefined; headers?: Headers; ask?: Call } = {},
  ) => post('login', { email, password, code }, headers, ask);
  const register = (changes: Record<string, unknown> = {}, headers: Headers = {}) =>
    post('register', aRegistration(changes), headers);
  const forgot = (email: string) => post('forgot-password', { email });
  const askForAddress = ({ token }: WithToken, email: string, password = customerPassword) =>
    call('POST', '/api/profile/email', { token, json: { email, password } });
  const confirmAddress = ({ token }: WithToken, email: string, otp: string) =>
    call('POST', '/api/profile/email/confirm', { token, json: { email, otp } });
  return {
    call,
    post,
    login,
    register,
    forgot,
    askForAddress,
    confirmAddress,
    verify: (json: object, headers?: Headers) => post('verify-otp', json, headers),
    resend: (json: object) => post('resend-otp', json),
    /** The token of the link that is mailed to a user who forgot the password. */
    resetLink: async (email: string) => {
      await forgot(email);
      return testbed.mailbox.linkToken(email);
    },
    reset: (token: string, password: string, ageConfirmed?: boolean) =>
      post('reset-password', { token, password, ageConfirmed }),
    changePassword: ({ token }: WithToken, newPassword: string, password = customerPassword, code?: string) =>
      call('PUT', '/api/profile/password', { token, json: { password, newPassword, code } }),
    /** Moves a customer to another address, with the code that is mailed there. */
    moveTo: async (owner: WithToken, email: string) => {
      await askForAddress(owner, email);
      return confirmAddress(owner, email, await testbed.mailbox.code(email));
    },
    me: (token: string, { call: ask } = testbed.app) => ask('GET', '/api/auth/user', { token }),
    /** A new session of the administrator: its token. */
    theAdmin: () => signedIn(call, adminEmail, adminPassword),
    aUser: (changes?: Record<string, unknown>) => aCustomer(call, testbed.mailbox, changes),
    /** A visitor who has registered and waits for the code: the body of their next call. */
    aWaiting: async (changes: Record<string, unknown> = {}) => {
      const { body } = await register(changes);
      const { id: userId, email } = body.user as { id: string; email: string };
      return { userId, email, otp: await testbed.mailbox.code(email) };
    },
  };
}

/** An address without a user. */
export const newAddress = (): string => aRegistration().email;
