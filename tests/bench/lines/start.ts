import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../programs.ts';
import { atMost, median, type Measurement } from '../statistics.ts';

const rounds = 3;

/** Starting with everything embedded: into an empty folder, again, and after the process was killed. */
export async function startLines(): Promise<Measurement[]> {
  const [first, second, afterKill]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'landfall-bench-start-'));
    const start = () => startProduct({}, dataDir);
    const fresh = await start();
    first.push(fresh.startedInMs / 1000);
    await fresh.stop();
    const again = await start();
    second.push(again.startedInMs / 1000);
    await again.stop('SIGKILL');
    const healed = await start();
    afterKill.push(healed.startedInMs / 1000);
    await healed.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return [
    atMost('first start, into an empty folder', median(first), 10, 's'),
    atMost('second start', median(second), 3, 's'),
    atMost('start after kill -9', median(afterKill), 5, 's'),
  ];
}
