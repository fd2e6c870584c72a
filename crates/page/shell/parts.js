// What a part of the module has from the first: memory, tables and numbers by name, functions from a table, one after the other. A
// name for each of them would be kilobytes.
const lent = (wasm, place) => ({ "": Object.create(wasm, { "": { get: () => wasm.t0.get(place++) } }) });
