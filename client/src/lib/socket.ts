import { useEffect, useRef } from 'react';
import { readToken, watchToken } from './token.ts';

type Handler = (message: Record<string, unknown>) => void;

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
const handlers = new Map<string, Set<Handler>>();

let socket: WebSocket | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let waitMs = firstWaitMs;
let unwatch: (() => void) | undefined;

function wanted(): boolean {
  return handlers.size > 0 && readToken() !== null;
}

function messageOf(data: unknown): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(String(data));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined; // Not ours to understand: the lists are polled as well.
  }
}

function connect(): void {
  clearTimeout(retry);
  if (socket || !wanted()) return;
  const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
  socket = opened;
  opened.onopen = () => {
    waitMs = firstWaitMs;
    opened.send(JSON.stringify({ type: 'auth', token: readToken() }));
  };
  opened.onmessage = ({ data }) => {
    const message = messageOf(data);
    const type = message?.['type'];
    if (!message || typeof type !== 'string') return;
    for (const handle of handlers.get(type) ?? []) handle(message);
  };
  opened.onclose = () => {
    if (socket !== opened) return;
    socket = undefined;
    if (!wanted()) return;
    // Half of the wait is chance, so that a restarted server is not met by everybody at once.
    retry = setTimeout(connect, waitMs / 2 + Math.random() * (waitMs / 2));
    waitMs = Math.min(longestWaitMs, waitMs * 2);
  };
}

function disconnect(): void {
  clearTimeout(retry);
  const closing = socket;
  socket = undefined;
  closing?.close(1000);
}

/** Hears one kind of live message; the one socket of the tab opens with the first listener and closes with the last. */
export function onLive(type: string, handler: Handler): () => void {
  const ofType = handlers.get(type) ?? new Set();
  handlers.set(type, ofType.add(handler));
  unwatch ??= watchToken(() => {
    disconnect();
    connect();
  });
  connect();
  return () => {
    ofType.delete(handler);
    if (ofType.size === 0) handlers.delete(type);
    if (handlers.size > 0) return;
    unwatch?.();
    unwatch = undefined;
    disconnect();
  };
}

/** The same for a screen: hears while it is mounted. Messages are hints to fetch again, never data to trust. */
export function useLive(type: string, handler: Handler): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => onLive(type, (message) => latest.current(message)), [type]);
}
