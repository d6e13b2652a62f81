import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const WATCH = path.join(import.meta.dirname, 'watch.ts')

/** Returns which packages a process loads that opens this much of the watch. */
async function loadedBy(env: object): Promise<string> {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ resolve(specifier, context, next) {
      const found = next(specifier, context)
      for (const name of ['prom-client', '@opentelemetry']) if (found.url.includes('/node_modules/' + name + '/')) loaded.add(name)
      return found
    } })
    const { openWatch } = await import(${JSON.stringify(WATCH)})
    await openWatch(${JSON.stringify(env)})
    console.log([...loaded].sort().join(' '))
    process.exit(0)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return stdout.trim()
}

test('what is not wanted is not loaded', async () => {
  const nothing = { metrics: null, otlpEndpoint: null, role: 'all' }
  expect(await loadedBy(nothing)).toBe('')
  expect(await loadedBy({ ...nothing, metrics: { host: '127.0.0.1', port: 0 } })).toContain('prom-client')
  expect(await loadedBy({ ...nothing, otlpEndpoint: 'http://127.0.0.1:1' })).toBe('@opentelemetry')
})
