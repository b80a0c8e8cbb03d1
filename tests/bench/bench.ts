// npm run bench: measures what DESIGN promises about speed, against reference programs on the same machine in the same
// minutes. `npm run bench -- list start` measures only the lines whose name begins so.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { rootDir } from '#server/env/paths.ts';
import { openDatabases, type BenchDatabases } from './cluster.ts';
import { addressLines } from './lines/addresses.ts';
import { adminLines } from './lines/admin-lists.ts';
import { chatLines } from './lines/chat-mixed.ts';
import { chatFloodLines, deadSocketLines, idleChatLines } from './lines/chat.ts';
import { depositLines } from './lines/deposits.ts';
import { exportLines } from './lines/export.ts';
import { firstVisitLines } from './lines/first-visit.ts';
import { floodLine } from './lines/flood.ts';
import { notificationLines } from './lines/notifications.ts';
import { orderListLines } from './lines/order-list.ts';
import { payoutLines } from './lines/payouts.ts';
import { quoteLine } from './lines/quote.ts';
import { socketLines } from './lines/sockets.ts';
import { startLines } from './lines/start.ts';
import { statementLines } from './lines/statements.ts';
import { submissionLine } from './lines/submission.ts';
import { uploadLine } from './lines/uploads.ts';
import { printTable, type Measurement } from './statistics.ts';

const lines: Record<string, (databases: BenchDatabases) => Promise<Measurement[]>> = {
  list: orderListLines,
  submission: submissionLine,
  quote: quoteLine,
  admin: adminLines,
  flood: floodLine,
  uploads: uploadLine,
  notified: notificationLines,
  sockets: socketLines,
  chat: chatLines,
  'chat-idle': idleChatLines,
  'chat-flood': chatFloodLines,
  'chat-dead': deadSocketLines,
  addresses: addressLines,
  deposits: depositLines,
  payouts: payoutLines,
  statements: statementLines,
  export: exportLines,
  start: startLines,
  visit: firstVisitLines,
};

execFileSync(process.execPath, [join(rootDir, 'server', 'cli', 'build.mjs')], { stdio: 'inherit' });

const seeding = performance.now();
const databases = await openDatabases();
console.log(`Databases ready after ${((performance.now() - seeding) / 1000).toFixed(1)} s.`);

const wanted = process.argv.slice(2);
const measurements: Measurement[] = [];
try {
  for (const [name, measure] of Object.entries(lines)) {
    if (wanted.length > 0 && !wanted.some((start) => name.startsWith(start))) continue;
    const began = performance.now();
    try {
      const found = await measure(databases);
      measurements.push(...found);
      printTable(found);
    } catch (error) {
      process.exitCode = 1;
      console.error(`FAIL ${name}: ${(error as Error).message}`);
    }
    console.log(`     (${name}: ${((performance.now() - began) / 1000).toFixed(0)} s)`);
  }
} finally {
  await databases.stop();
}
console.log(`\n${measurements.filter(({ reached }) => reached).length} of ${measurements.length} goals reached`);
