/** A compiled codec, which a worker receives as it is. */
export type Codec = object
/** The imports that a codec's own glue code passes to it. */
export type CodecImports = Record<string, Record<string, unknown>>
type Instance = { exports: Record<string, unknown> }

/** The part of WebAssembly used here, because the types of Node leave it to those of browsers. */
type Engine = {
  compile(bytes: Uint8Array): Promise<Codec>
  Instance: new (codec: Codec, imports: CodecImports) => Instance
}
const engine = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly

/** Compiles a codec from its bytes. */
export function compileCodec(bytes: Uint8Array): Promise<Codec> {
  return engine.compile(bytes)
}

/** Runs a codec with a memory of its own. */
export function runCodec(codec: Codec, imports: CodecImports): Instance {
  return new engine.Instance(codec, imports)
}
