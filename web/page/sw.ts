// The service worker: caches the files of its build, so that the page works offline after the first visit.

export {};

declare const FILES: string[];
declare const VERSION: string;

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const NAME = `nonogram-${VERSION}`;
const worker = self as unknown as EventTarget & { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } };

worker.addEventListener("install", (event) => {
  const keep = caches.open(NAME).then((cache) => cache.addAll(FILES));
  (event as Extendable).waitUntil(keep.then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("nonogram-") && name !== NAME));
  const dropped = old.then((names) => Promise.all(names.map((name) => caches.delete(name))));
  (event as Extendable).waitUntil(dropped.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event as Fetching;
  if (request.method !== "GET") return;
  const kept = caches.open(NAME).then((cache) => cache.match(request, { ignoreSearch: true }));
  (event as Fetching).respondWith(kept.then((answer) => answer ?? fetch(request)));
});
