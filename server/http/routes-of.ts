import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import type { AppEnv } from './app-env.ts'
import type { rateLimits } from './rate-limit.ts'

/** The parameters of a group of routes: the app it adds to, the context, and the maker of limits. */
export type RouteGroup = { app: Hono<AppEnv>; context: Context; limit: ReturnType<typeof rateLimits> }
