/** A compiled codec; a worker takes it over as it is. */
export type Codec = object
/** What a codec's own glue hands to it, and what it has to offer. */
export type CodecImports = Record<string, Record<string, unknown>>
type Instance = { exports: Record<string, unknown> }

/** As much of WebAssembly as is used here: the types of Node leave it to those of browsers. */
type Engine = {
  compile(bytes: Uint8Array): Promise<Codec>
  Instance: new (codec: Codec, imports: CodecImports) => Instance
}
const engine = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly

/** Compiles a codec from its bytes. */
export function compileCodec(bytes: Uint8Array): Promise<Codec> {
  return engine.compile(bytes)
}

/** A codec that runs, with a memory of its own. */
export function runCodec(codec: Codec, imports: CodecImports): Instance {
  return new engine.Instance(codec, imports)
}
