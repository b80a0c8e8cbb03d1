// npm run engines: a sale and an exchange in each of the other browser engines. A missing engine is a failure here.
import { sellInEachEngine } from './sale.ts';

const { failed, missing } = await sellInEachEngine();
process.exitCode = failed.length + missing.length === 0 ? 0 : 1;
