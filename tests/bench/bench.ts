// npm run bench: measures what DESIGN promises about speed, against reference programs on the same machine in the same
// minutes. `npm run bench -- list start` measures only the lines whose name begins so.
import { setup as build } from '#tests/setup/build.ts';
import { endAll } from '#tests/setup/endings.ts';
import { openDatabases, type BenchDatabases } from './cluster.ts';
import { floodLine, quoteLine, uploadLine } from './lines/api.ts';
import { addressLines, depositLines } from './lines/chains.ts';
import { chatLines } from './lines/chat-mixed.ts';
import { adminLines, exportLines, orderListLines } from './lines/lists.ts';
import { payoutLines, statementLines } from './lines/payouts.ts';
import { chatFloodLines, deadSocketLines, idleChatLines, idleSocketLines, notificationLines } from './lines/sockets.ts';
import { firstVisitLines, startLines } from './lines/start.ts';
import { statementFileLines } from './lines/statements.ts';
import { submissionLine } from './lines/submission.ts';
import { printTable, type Measurement } from './statistics.ts';

const lines: Record<string, (databases: BenchDatabases) => Promise<Measurement[]>> = {
  list: orderListLines,
  submission: submissionLine,
  quote: quoteLine,
  admin: adminLines,
  flood: floodLine,
  uploads: uploadLine,
  notified: notificationLines,
  sockets: idleSocketLines,
  chat: chatLines,
  'chat-idle': idleChatLines,
  'chat-flood': chatFloodLines,
  'chat-dead': deadSocketLines,
  addresses: addressLines,
  deposits: depositLines,
  payouts: payoutLines,
  statements: statementLines,
  'statement-files': statementFileLines,
  export: exportLines,
  start: startLines,
  visit: firstVisitLines,
};

build();

const seeding = performance.now();
const databases = await openDatabases();
console.log(`Databases ready after ${((performance.now() - seeding) / 1000).toFixed(1)} s.`);

const wantedNames = process.argv.slice(2);
const measurements: Measurement[] = [];
try {
  for (const [name, measure] of Object.entries(lines)) {
    if (wantedNames.length > 0 && !wantedNames.some((start) => name.startsWith(start))) continue;
    const startedAt = performance.now();
    try {
      const result = await measure(databases);
      measurements.push(...result);
      printTable(result);
    } catch (error) {
      process.exitCode = 1;
      console.error(`FAIL ${name}: ${(error as Error).message}`);
    }
    await endAll();
    console.log(`     (${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
  }
} finally {
  await databases.stop();
}
console.log(`\n${measurements.filter(({ reached }) => reached).length} of ${measurements.length} goals reached`);
