// Caches the page, so that it starts offline. File names contain a hash of the content; every version has a cache of its own.
const NAME = "mazzo-{{version}}";
const FILES = [{{files}}];

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(NAME);
    // Files with a hash in their name may come from the HTTP cache.
    await Promise.all(FILES.map(async (path) => {
      const fresh = path.startsWith("/a/") ? {} : { cache: "reload" };
      const answer = await fetch(new Request(path, fresh));
      if (answer.ok) await cache.put(path, answer);
    }));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
    await self.clients.claim();
  })());
});

const cached = (path) => caches.match(path, { cacheName: NAME });

// The start page has a prerendered shell.
async function page(path) {
  const language = (await cached("/language"))?.text();
  const wanted = [await language, ...navigator.languages.map((tag) => tag.slice(0, 2)), "en"];
  for (const lang of wanted) {
    const shell = lang && await cached(`/shell${path === "/" ? ".start" : ""}.${lang}.html`);
    if (shell) return shell;
  }
  return Response.error();
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate") {
    if (url.pathname.startsWith("/admin") || url.pathname.startsWith("/api/")) return;
    // All play pages use the shell of one module: only that one is cached, and the order of games in it no longer matters.
    const request = /^\/play\//.test(url.pathname) ? "/play/{{first}}" : event.request;
    const fallback = () => page(url.pathname);
    // A server that does not answer in time counts as offline.
    const timeout = new Promise((_, no) => setTimeout(no, 5000));
    event.respondWith(Promise.race([fetch(request), timeout]).then((answer) => answer.status >= 500 ? fallback() : answer).catch(fallback));
  } else if (FILES.includes(url.pathname)) {
    event.respondWith(cached(url.pathname).then((answer) => answer ?? fetch(event.request)));
  }
});

// Stores the language chosen on the page.
self.addEventListener("message", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.put("/language", new Response(event.data.lang))));
});
