// A table without a server: the same module, in a thread of its own.
let client = null;
const waiting = [];
self.onmessage = async (event) => {
  if (client) return client.heard(event.data);
  waiting.push(event.data);
  if (waiting.length > 1) return;
  const { glue, module } = event.data;
  const loaded = await import(glue);
  await loaded.default({ module_or_path: module });
  waiting.shift();
  client = loaded;
  waiting.splice(0).forEach((data) => client.heard(data));
};
