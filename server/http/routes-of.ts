import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import type { AppEnv } from './app-env.ts'
import type { rateLimits } from './rate-limit.ts'

/** What a group of routes is given: the app it adds to, the outside world, and the maker of limits. */
export type RouteGroup = { app: Hono<AppEnv>; context: Context; limit: ReturnType<typeof rateLimits> }
