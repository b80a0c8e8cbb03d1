// npm run load: customers who poll, sell and chat, for ten minutes or the given number: `npm run load -- 60`. A second
// number is the share of the load, for a shared machine: `npm run load -- 60 0.25`. Callers arrive over the first
// minute. It ends with 1 if a response failed, anything acknowledged is lost, a message was late at a console, or
// memory grows.
import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { setup as build } from '#tests/setup/build.ts';
import { toTheEnd } from '#tests/setup/endings.ts';
import { socketClients } from '#tests/setup/sockets.ts';
import { megabyte, residentBytes, type Program } from '../bench/programs.ts';
import { atMost, percentile, printTable, type Measurement } from '../bench/statistics.ts';
import { arrivalMs, deliveries, lostMessages, lostOrders, poll, sell, startWorld, type Running } from './traffic.ts';

const minutes = Number(process.argv[2] ?? 10);
const share = Number(process.argv[3] ?? 1);
const customers = Math.round(300 * share);
const ordersPerSecond = 20 * share;
const sockets = Math.round(100 * share);
/** A last message may take this long, in which an outage between two processes is repaired. */
const graceMs = 15_000;

if (!(minutes > 0 && share > 0)) throw new Error('npm run load -- MINUTES SHARE');
/** Until then caches fill and code is compiled: memory is judged from here on. */
const warmMinutes = Math.min(10, Math.max(1, minutes / 5));

build();

const logLine = z.object({ level: z.union([z.string(), z.number()]), msg: z.string() });

const inMs = (ms: number) => `${ms.toFixed(0)} ms`;
const failuresOf = ({ failures }: Running['tally']) => [...failures.values()].reduce((sum, times) => sum + times, 0);

/** One line per minute: its counts, and the load of the machine. */
async function report(
  { products, tally, talk }: Running,
  samples: Samples[],
  endSignal: AbortSignal,
): Promise<number[]> {
  const allPolls: number[] = [];
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();
  for (let minute = 1; ; minute += 1) {
    await pause(60_000, undefined, { signal: endSignal }).catch(() => undefined);
    const polls = tally.pollMs.splice(0);
    for (const ms of polls) allPolls.push(ms);
    if (endSignal.aborted) return allPolls;
    const resident = products.map((program) => (residentBytes(program) / megabyte).toFixed(0)).join(' + ');
    const messages = deliveries(talk);
    const lateCount = messages.filter(({ ms }) => ms > arrivalMs).length;
    const slopes = samples.map((ofProcess) => slopeOf(ofProcess, warmMinutes).toFixed(2)).join(' and ');
    const growthText = minute > warmMinutes + 1 ? ` (${slopes} a minute)` : '';
    console.log(
      `${minute} min: ${polls.length} polls, p95 ${inMs(percentile(polls, 95))}, ${failuresOf(tally)} failures;` +
        ` ${tally.orders.length} of ${tally.asked} orders, ${messages.length} messages, ${lateCount} late; ` +
        `${resident} MiB${growthText};` +
        ` load ${loadavg()[0]?.toFixed(1)}, this program held up ${inMs(lag.max / 1e6)} at most`,
    );
    lag.reset();
  }
}

/** Goals, and the result of the run. */
async function judgeTraffic({ pool, tally, talk }: Running): Promise<Measurement[]> {
  for (const [failure, times] of tally.failures) console.error(`${times} x ${failure}`);
  const arrived = deliveries(talk);
  const lateMessages = arrived.filter(({ ms }) => ms > arrivalMs);
  for (const { room, text, ms, acknowledgedMs } of lateMessages.slice(0, 20))
    console.error(`late in ${room}: '${text}' after ${inMs(ms)}, acknowledged after ${inMs(acknowledgedMs)}`);
  const times = arrived.map(({ ms }) => ms);
  const missingOrders = await lostOrders(pool, tally.orders);
  const missingMessages = await lostMessages(pool, talk.visitors);
  const repeatedCount = talk.consoles.reduce((sum, agent) => sum + agent.repeated, 0);
  const answers = tally.polls + tally.orders.length;
  const spread = ` of ${arrived.length}, p95 ${inMs(percentile(times, 95))}, slowest ${inMs(Math.max(...times))}`;
  return [
    atMost('answers that failed', failuresOf(tally), 0, '', ` of ${answers}`),
    atMost('acknowledged orders lost or doubled', missingOrders.length, 0, '', ` of ${tally.orders.length}`),
    atMost('acknowledged messages lost or doubled', missingMessages.length, 0, '', ` of ${arrived.length}`),
    atMost(`messages not at both consoles within ${arrivalMs / 1000} s`, lateMessages.length, 0, '', spread),
    atMost('messages sent to a console twice', repeatedCount, 0, ''),
  ];
}

/** Warnings of a process, by message. */
function printWarnings({ pid, readLog }: Program): void {
  const times = new Map<string, number>();
  for (const line of readLog().split('\n')) {
    const warning = line.startsWith('{') ? logLine.safeParse(JSON.parse(line)).data : undefined;
    if (warning && !['info', 'debug', 30, 20].includes(warning.level))
      times.set(warning.msg, (times.get(warning.msg) ?? 0) + 1);
  }
  for (const [message, count] of times) console.log(`process ${pid} warned ${count} x: ${message}`);
}

const sampleMs = 5_000;

/** Resident memory of a process over time: minutes since the start, and MiB. */
type Samples = { minute: number; resident: number }[];

/** Samples the memory of the processes until it is stopped; the samples are in the order of the processes. */
function sampleMemory(products: readonly Program[]) {
  const samples: Samples[] = products.map(() => []);
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const minute = (performance.now() - startedAt) / 60_000;
    products.forEach((program, index) => samples[index]?.push({ minute, resident: residentBytes(program) / megabyte }));
  }, sampleMs);
  return { samples, stop: () => clearInterval(timer) };
}

/** MiB a minute, by least squares over the samples since a minute; NaN of fewer than two. */
function slopeOf(samples: Samples, sinceMinute: number): number {
  const points = samples.filter(({ minute }) => minute >= sinceMinute);
  const mean = (valueOf: (point: Samples[number]) => number) =>
    points.reduce((sum, point) => sum + valueOf(point), 0) / points.length;
  const x = mean(({ minute }) => minute);
  const y = mean(({ resident }) => resident);
  const covariance = points.reduce((sum, { minute, resident }) => sum + (minute - x) * (resident - y), 0);
  return covariance / points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}

const inMegabytes = z.number().transform((bytes) => bytes / megabyte);
const memoryUsage = z.object({ heapUsed: inMegabytes, external: inMegabytes, rss: inMegabytes });
const usageAnswer = z.object({ result: z.object({ result: z.object({ value: memoryUsage }) }) });

/** Memory of a process after a garbage collection, in MiB: its JavaScript, buffers outside of the heap, everything. */
type HeldMemory = z.output<typeof memoryUsage>;

/** Collects garbage and measures, by the inspector the process was started with. */
async function measureHeld({ inspectorUrl }: Pick<Program, 'inspectorUrl'>): Promise<HeldMemory> {
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

function judgeMemory(samples: Samples[], heldBefore: HeldMemory[], heldAfter: HeldMemory[]): Measurement[] {
  const lastMinute = samples[0]?.at(-1)?.minute ?? minutes;
  return samples.flatMap((ofProcess, index) => {
    const earlyMemory = heldBefore[index];
    const lateMemory = heldAfter[index];
    if (!earlyMemory || !lateMemory) return [];
    const spread = (valueOf: keyof HeldMemory) =>
      `${earlyMemory[valueOf].toFixed(1)} to ${lateMemory[valueOf].toFixed(1)} MiB`;
    const slope = slopeOf(ofProcess, warmMinutes);
    const growthPerMinute = (lateMemory.heapUsed - earlyMemory.heapUsed) / (lastMinute - warmMinutes);
    const heldText = ` (after collection ${spread('rss')})`;
    const parts = ` (${spread('heapUsed')}; buffers ${spread('external')})`;
    return [
      atMost(
        `process ${index + 1}: resident memory, slope from minute ${warmMinutes} on`,
        slope,
        1,
        'MiB/min',
        heldText,
      ),
      atMost(`process ${index + 1}: heap after collection, growth`, growthPerMinute, 1, 'MiB/min', parts),
    ];
  });
}

/** Ctrl-C and SIGTERM end the load, not the report; its processes are stopped as usual. */
const interruption = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});

async function main(): Promise<void> {
  const world = await startWorld(customers, sockets);
  const measureAll = () => Promise.all(world.products.map(measureHeld));
  console.log(
    `processes ${world.products.map(({ pid }) => pid).join(' and ')}, ${customers} customers, ` +
      `${ordersPerSecond} orders a second, ${sockets} sockets, ${minutes} minutes`,
  );
  const endController = new AbortController();
  const memory = sampleMemory(world.products);
  const traffic = [poll(world, endController.signal), sell(world, ordersPerSecond, endController.signal)];
  const reporting = report(world, memory.samples, endController.signal);
  const orInterrupted = (durationMs: number) =>
    Promise.race([pause(durationMs * 60_000, undefined, { ref: false }), interruption]);
  await orInterrupted(warmMinutes);
  const heldBefore = await measureAll();
  await orInterrupted(minutes - warmMinutes);
  memory.stop();
  world.talk.stop();
  endController.abort();
  await Promise.all(traffic);
  const polls = await reporting;
  await pause(graceMs);
  for (const product of world.products) printWarnings(product);
  const measurements = [...(await judgeTraffic(world)), ...judgeMemory(memory.samples, heldBefore, await measureAll())];
  console.log(`polls: ${[50, 95, 99].map((percent) => `p${percent} ${inMs(percentile(polls, percent))}`).join(', ')}`);
  printTable(measurements);
  if (measurements.some(({ reached }) => !reached)) process.exitCode = 1;
  world.talk.end();
}

await toTheEnd(main);
