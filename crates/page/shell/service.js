// Keeps the page, so that it starts without a network. What is kept is named by its content; a new version is another cache.
const NAME = "mazzo-{{version}}";
const FILES = [{{files}}];

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(NAME);
    // What the browser has already loaded under a name that tells its content is not loaded again.
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

const kept = (path) => caches.match(path, { cacheName: NAME });

// The start has a shell that shows it at once.
async function page(path) {
  const language = (await kept("/language"))?.text();
  const wanted = [await language, ...navigator.languages.map((tag) => tag.slice(0, 2)), "en"];
  for (const lang of wanted) {
    const shell = lang && await kept(`/shell${path === "/" ? ".start" : ""}.${lang}.html`);
    if (shell) return shell;
  }
  return Response.error();
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate") {
    if (url.pathname.startsWith("/admin") || url.pathname.startsWith("/api/")) return;
    // Which game comes first in a module matters to who has none; here there is one already.
    const asked = /^\/play\//.test(url.pathname) ? "/play/diciassette" : event.request;
    const known = () => page(url.pathname);
    // A line that says nothing is no line.
    const late = new Promise((_, no) => setTimeout(no, 5000));
    event.respondWith(Promise.race([fetch(asked), late]).then((answer) => answer.status >= 500 ? known() : answer).catch(known));
  } else if (FILES.includes(url.pathname)) {
    event.respondWith(kept(url.pathname).then((answer) => answer ?? fetch(event.request)));
  }
});

// The language that was chosen on the page.
self.addEventListener("message", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.put("/language", new Response(event.data.lang))));
});
