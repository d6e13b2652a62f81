import { createApp } from '../app/app.ts'
import { type Browser, openBrowser } from './browser.ts'
import type { World } from './world.ts'

const TOLD = 'x-told'
const apps = new WeakMap<World, ReturnType<typeof createApp>>()

/** Opens a browser whose requests reach the world through a proxy, which sends the browser's address in a header. */
export function browserAt(world: World, address: string): Browser {
  const app = apps.get(world) ?? proxied(world)
  apps.set(world, app)
  return openBrowser((url, init) => {
    const headers = new Headers(init.headers)
    headers.set(TOLD, address)
    return app.request(url, { ...init, headers })
  })
}

function proxied({ context, hub }: World) {
  return createApp({ ...context, env: { ...context.env, clientAddressHeader: TOLD } }, { hub, site: null })
}
