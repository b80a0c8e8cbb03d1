import * as once from './once.ts';
import { testRule } from './rule.ts';

testRule('settings are read in env.ts', once.environmentIsReadOnce, {
  'server/features/mail/mail.service.ts': `import { env } from 'node:process'; //! imports node:process
    export const url = process.env.SMTP_URL; //! reads process.env
    export const port = env.PORT; //! reads process.env
    const { env: settings } = globalThis.process;
    export const host = settings['HOST']; //! reads process.env`,
  'server/env/env.ts': 'export const port = process.env.PORT;',
});

testRule('the server has one clock', once.serverHasOneClock, {
  'server/features/sell/sell.service.ts': `export const a = () => Date.now(); //! reads Date.now
    export const b = new Date(); //! reads this machine's clock
    export const d = Date(); //! calls Date
    const { now: time } = Date;
    export const e = () => time(); //! reads Date.now
    export const f = () => globalThis.Date.now(); //! reads Date.now
    export const clock = { now: Date.now }; //! reads Date.now
    const { Date: Moment } = globalThis;
    export const g = () => new Moment(); //! reads this machine's clock
    export const h = ({ now }) => now();
    export const c = new Date(0);`,
  'server/db/clock.ts': 'export const a = () => Date.now();',
  'client/src/lib/browser/useNow.ts': 'export const a = () => Date.now();',
});

testRule('only lib calls the server and touches the session', once.onlyLibCallsTheServer, {
  'client/src/features/sell/sell.queries.ts': `export const quote = () => fetch('/api/quote'); //! calls fetch
    new window.WebSocket('/ws'); //! calls WebSocket
    const { fetch: read } = window;
    export const fee = () => read('/api/fees'); //! calls fetch`,
  'client/src/ui/overlay/Menu.tsx': "localStorage.removeItem('auth_token'); //! touches auth_token",
  'client/src/lib/api/call.ts': "export const call = () => fetch('/api', { headers: { a: 'auth_token' } });",
});

testRule('an endpoint is queried in one place', once.endpointsAreQueriedOnce, {
  'client/src/features/settings/settings.queries.ts': `export const settings = apiQuery('GET /api/settings', {});
    export const log = apiPagesQuery('GET /api/settings', argsOf, {});`,
  'client/src/features/sell/sell.queries.ts': `
    export const fees = apiQuery('GET /api/settings', {}); //! queries GET /api/settings a second time
    export const own = { queryFn: () => 1 }; //! fetches outside of apiQuery
    import { apiQuery as queryOf } from '#client/lib/api/queries.ts';
    export const second = queryOf('GET /api/settings', {}); //! queries GET /api/settings a second time
    export const any = (route) => apiQuery(route, {}); //! calls apiQuery without naming the route`,
});

testRule('a maximum length is written once, in the contract', once.lengthsHaveOneSource, {
  'client/src/features/kyc/components/Notes.tsx': `import { noteLimits, maxCodeLength } from '#shared/kyc/kyc.contract.ts';
    import { maxTagLength } from '../limits.ts';
    const maxNameLength = 40;
    export const n = () => <TextArea maxLength={2000} />; //! repeats a maximum length of the contract
    export const reason = { label: 'Reason', maxLength: 500 }; //! repeats a maximum length of the contract
    export const o = () => <TextInput maxLength={maxNameLength} />; //! repeats a maximum length of the contract
    export const p = () => <TextInput maxLength={maxTagLength} />; //! repeats a maximum length of the contract
    export const q = () => <TextInput maxLength={noteLimits.text} />;
    export const r = () => <TextInput maxLength={maxCodeLength + 2} {...field('note')} />;
    export const t = ({ maxLength = 50 }) => <TextInput maxLength={maxLength} />; //! repeats a maximum length of the contract
    export const s = ({ maxLength }) => <TextInput maxLength={maxLength} />;`,
  'client/src/features/kyc/limits.ts': 'export const maxTagLength = 2 * 20;',
  'shared/kyc/kyc.contract.ts': 'export const noteLimits = { text: 80 };\nexport const maxCodeLength = 6;',
});

testRule('a unit of time is declared once', once.unitsOfTimeHaveOneName, {
  'shared/reference/units-of-time.ts': 'export const dayMs = 86_400_000;',
  'client/src/a.ts': `const hourMs = 3_600_000; //! declares hourMs once more //! writes 3_600_000 by hand
    export const dayInMs = 24 * hourMs; //! declares dayInMs once more
    export const pauseMs = 60_000; //! writes 60_000 by hand
    export const dayMinutes = (days) => days * 24 * 60; //! multiplies by 60, which has no unit
    export const shareMs = 5_000;`,
});
