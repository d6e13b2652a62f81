import { registerHooks } from 'node:module'

type Mend = { file: string; from: string; to: string }

/**
 * postgres.js 3.4.9 does not survive the loss of a connection (porsager/postgres issues 1154 and 1208): it writes to a
 * socket that is gone, which ends the process, or it never writes on that connection again. Sessions here are ended
 * on purpose when they exceed their limits, so the few wrong lines are mended while the module is loaded. And two things
 * are quicker here than there: which of its connections a pool uses next, and what a transaction reads as it begins.
 */
const mends: Mend[] = [
  // A write that was waiting when the connection closed must neither keep later ones from being sent nor precede them.
  {
    file: 'connection.js',
    from: "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)\n",
    to: "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener('data', data)\n",
  },
  {
    file: 'connection.js',
    from: '    clearImmediate(nextWriteTimer)\n    if (socket) {\n',
    to: '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if (socket) {\n',
  },
  // However it closed, every query it carried fails, with the server's own words if it gave a reason.
  {
    file: 'connection.js',
    from: `    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
    to: `    const reason = errorResponse || Errors.connection('CONNECTION_CLOSED', options, socket)
    if (!initial && (query || sent.length))
      error(reason)
    query = errorResponse = null
    if (initial)
      return reconnect()

`,
  },
  {
    file: 'connection.js',
    from: "    onclose(connection, Errors.connection('CONNECTION_CLOSED', options, socket))\n",
    to: '    onclose(connection, reason)\n',
  },
  // A connection lost while it is being set up is tried again; that alone must not count as an unhandled rejection.
  {
    file: 'connection.js',
    from: '        return fetchArrayTypes()\n',
    to: '        return fetchArrayTypes().catch(() => {})\n',
  },
  // A transaction whose connection is gone refuses everything: the pool may have given that connection, opened anew,
  // to somebody else, in whose session the rest of this transaction would run.
  {
    file: 'index.js',
    from: '    let savepoints = 0\n      , connection\n',
    to: '    let savepoints = 0\n      , lost = null\n      , connection\n',
  },
  {
    file: 'index.js',
    from: 'new Promise((_, reject) => connection.onclose = reject)',
    to: `new Promise((_, reject) => connection.onclose = e => {
          reject(lost = e)
          while (queries.length) queries.shift().reject(e)
        })`,
  },
  {
    file: 'index.js',
    from: '        q.catch(e => uncaughtError || (uncaughtError = e))\n',
    to: '        q.catch(e => uncaughtError || (uncaughtError = e))\n        if (lost) return q.reject(lost)\n',
  },
  // The same for a reserved connection, which besides must not go back to the pool as if it were open.
  {
    file: 'index.js',
    from: '    c.reserved.release = true\n',
    to: `    c.reserved.release = true
    let lost = null
    c.onclose = e => {
      lost = e
      while (queue.length) queue.shift().reject(e)
    }
`,
  },
  {
    file: 'index.js',
    from: '    sql.release = () => {\n',
    to: '    sql.release = () => {\n      if (lost) return\n',
  },
  {
    file: 'index.js',
    from: '    function handler(q) {\n      c.queue === full\n        ? queue.push(q)\n',
    to: '    function handler(q) {\n      if (lost) return q.reject(lost)\n      c.queue === full\n        ? queue.push(q)\n',
  },
  // Whoever asks for a connection of their own waits in the queue while one is opened for them, and takes whichever is
  // free first. One that was refused must not wait any longer: it would take a connection that nobody gives back. One
  // whose connection closed before it was free must go on waiting, or it waits for ever.
  {
    file: 'index.js',
    from: '        const query = { reserve: resolve, reject }\n',
    to: `        const query = {
          reserve: resolve,
          reject: e => {
            queries.remove(query)
            reject(e)
          }
        }
`,
  },
  {
    file: 'index.js',
    from: '    queries.length && connect(c, queries.shift())\n',
    to: `    if (queries.length === 0)
      return
    const next = queries.shift()
    next.reserve && queries.push(next)
    connect(c, next)
`,
  },
  // The connection that was used last is used next: it knows the statements, and its process is warm. In turns, each of
  // the pool would have to be taught each statement, and none would ever be warm.
  {
    file: 'queue.js',
    from: '    push: (x) => (xs.push(x), x),\n',
    to: `    push: (x) => (xs.push(x), x),
    pop: () => {
      const out = xs.pop()
      if (index === xs.length) {
        index = 0
        xs = []
      }
      return out
    },
`,
  },
  {
    file: 'index.js',
    from: '      return go(open.shift(), query)\n',
    to: '      return go(open.pop(), query)\n',
  },
  // What stands after "begin" is sent with it and its rows are handed to the transaction: no round trip of its own.
  {
    file: 'index.js',
    from: "      await sql.unsafe('begin ' + options.replace(/[^a-z ]/ig, ''), [], { onexecute }).execute()\n",
    to: "      const begun = await sql.unsafe('begin ' + options, [], { onexecute }).execute()\n",
  },
  {
    file: 'index.js',
    from: '        scope(connection, fn),\n',
    to: '        scope(connection, tx => fn(tx, begun)),\n',
  },
]

/** Runs `load`, which imports postgres.js for the first time in this process, and answers it mended. */
export async function loadMended<T>(load: () => Promise<T>): Promise<T> {
  const open = new Set(mends)
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const file = /\/node_modules\/postgres\/src\/(\w+\.js)$/.exec(url)?.[1]
      if (!file || !loaded.source) return loaded
      return { ...loaded, source: mend(file, String(loaded.source), open) }
    },
  })
  try {
    const driver = await load()
    if (open.size > 0)
      throw new Error('postgres.js is not the version that server/db/driver-patches.ts was written for.')
    return driver
  } finally {
    hooks.deregister()
  }
}

function mend(file: string, source: string, open: Set<Mend>) {
  let text = source
  for (const patch of [...open].filter((candidate) => candidate.file === file)) {
    const pieces = text.split(patch.from)
    if (pieces.length !== 2) continue
    text = pieces.join(patch.to)
    open.delete(patch)
  }
  return text
}
