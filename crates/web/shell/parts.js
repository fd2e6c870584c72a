// The imports of a later part of the module: memory, tables and globals of the first part by name; functions from consecutive slots
// of the function table, since a name for each would take kilobytes.
const lent = (wasm, place) => ({ "": Object.create(wasm, { "": { get: () => wasm.t0.get(place++) } }) });
