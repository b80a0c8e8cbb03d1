import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { megabyte, residentBytes, type Program } from '../bench/programs.ts';

const sampleMs = 5_000;

/** Resident memory of a process over time: minutes since the start, and MiB. */
export type Samples = { minute: number; resident: number }[];

/** Samples the memory of the processes until it is stopped; the samples are in the order of the processes. */
export function sampleMemory(products: readonly Program[]): { samples: Samples[]; stop: () => void } {
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

const memoryUsage = z.object({ heapUsed: z.number(), external: z.number(), rss: z.number() });
const usageAnswer = z.object({ id: z.literal(2), result: z.object({ result: z.object({ value: memoryUsage }) }) });

/** What a process holds after a garbage collection, in MiB: its JavaScript, buffers outside of the heap, everything. */
export type Held = z.output<typeof memoryUsage>;

/** Collects garbage and measures, by the inspector the process was started with. */
export async function measureHeld({ inspectorUrl }: Pick<Program, 'inspectorUrl'>): Promise<Held> {
  if (inspectorUrl === undefined) throw new Error('The process was started without an inspector.');
  const socket = new WebSocket(inspectorUrl, { perMessageDeflate: false });
  await once(socket, 'open');
  const evaluation = { expression: 'process.memoryUsage()', returnByValue: true };
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  socket.send(JSON.stringify({ id: 2, method: 'Runtime.evaluate', params: evaluation }));
  try {
    for (;;) {
      const [data] = (await once(socket, 'message')) as [Buffer];
      const answer = usageAnswer.safeParse(JSON.parse(data.toString()));
      if (!answer.success) continue;
      const { heapUsed, external, rss } = answer.data.result.result.value;
      return { heapUsed: heapUsed / megabyte, external: external / megabyte, rss: rss / megabyte };
    }
  } finally {
    socket.close();
  }
}
