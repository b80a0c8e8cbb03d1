// npm run engines: a whole sale in each of the other browser engines. Who asks for them wants all: a missing one fails.
import { sellInEachEngine } from './sale.ts';

const { failed, missing } = await sellInEachEngine();
process.exitCode = failed.length + missing.length === 0 ? 0 : 1;
