import http from 'node:http'
import '@hono/node-server'
import '@resvg/resvg-js'
import '@tus/file-store'
import '@tus/server'
import 'altcha-lib'
import 'better-auth'
import 'better-auth/api'
import 'client-zip'
import 'hono'
import 'kysely-postgres-js'
import 'nodemailer'
import 'pg-boss'
import 'pino'
import 'stripe'
import 'web-push'
import { startPostgres } from '../../db/embedded.ts'
import { openSql } from '../../db/sql.ts'

/*
 * The smallest server with a database of its own: it loads the packages that the server loads at its start, starts
 * Postgres, makes one query, and listens.
 */

const [folder = ''] = process.argv.slice(2)
const postgres = await startPostgres(folder)
const sql = openSql({ host: postgres.host, database: 'postgres', max: 2 })
await sql`select 1`
const server = http.createServer((_request, response) => response.end('here'))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  process.stdout.write(`bare is running at http://127.0.0.1:${port}\n`)
})
process.on('SIGTERM', () => {
  void sql
    .end({ timeout: 1 })
    .then(() => postgres.stop())
    .finally(() => process.exit(0))
})
