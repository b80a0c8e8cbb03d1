import { z } from 'zod';
import { socketClients } from '#tests/setup/sockets.ts';
import { megabyte, residentBytes, type Program } from '../bench/programs.ts';

const sampleMs = 5_000;

/** Resident memory of a process over time: minutes since the start, and MiB. */
export type Samples = { minute: number; resident: number }[];

/** Samples the memory of the processes until it is stopped; the samples are in the order of the processes. */
export function sampleMemory(products: readonly Program[]) {
  const samples: Samples[] = products.map(() => []);
  const began = performance.now();
  const timer = setInterval(() => {
    const minute = (performance.now() - began) / 60_000;
    products.forEach((item, at) => samples[at]?.push({ minute, resident: residentBytes(item) / megabyte }));
  }, sampleMs);
  return { samples, stop: () => clearInterval(timer) };
}

/** MiB a minute, by least squares over the samples since a minute; NaN of fewer than two. */
export function slopeOf(samples: Samples, sinceMinute: number): number {
  const points = samples.filter(({ minute }) => minute >= sinceMinute);
  const mean = (of: (point: Samples[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(({ minute }) => minute), mean(({ resident }) => resident)];
  const along = points.reduce((sum, { minute, resident }) => sum + (minute - x) * (resident - y), 0);
  return along / points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}

const inMegabytes = z.number().transform((bytes) => bytes / megabyte);
const memoryUsage = z.object({ heapUsed: inMegabytes, external: inMegabytes, rss: inMegabytes });
const usageAnswer = z.object({ result: z.object({ result: z.object({ value: memoryUsage }) }) });

/** What a process holds after a garbage collection, in MiB: its JavaScript, buffers outside of the heap, everything. */
export type Held = z.output<typeof memoryUsage>;

/** Collects garbage and measures, by the inspector the process was started with. */
export async function measureHeld({ inspectorUrl }: Pick<Program, 'inspectorUrl'>): Promise<Held> {
  if (inspectorUrl === undefined) throw new Error('The process was started without an inspector.');
  const { aClient, goAway } = socketClients(() => inspectorUrl);
  const inspector = await aClient({ perMessageDeflate: false });
  inspector.send({ id: 1, method: 'HeapProfiler.collectGarbage' });
  const evaluation = { expression: 'process.memoryUsage()', returnByValue: true };
  inspector.send({ id: 2, method: 'Runtime.evaluate', params: evaluation });
  let answer = await inspector.next();
  while (answer.id !== 2) answer = await inspector.next();
  goAway();
  return usageAnswer.parse(answer).result.result.value;
}
