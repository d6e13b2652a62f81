/** As much of WebAssembly as is used here; the types of Node leave it to those of browsers. */
declare global {
  namespace WebAssembly {
    type Imports = Record<string, Record<string, unknown>>
    class Module {
      constructor(bytes: Uint8Array)
    }
    class Instance {
      constructor(module: Module, imports?: Imports)
      readonly exports: Record<string, unknown>
    }
    function compile(bytes: Uint8Array): Promise<Module>
  }
}

export type {}
