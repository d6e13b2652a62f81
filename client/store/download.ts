/** How many milliseconds without a byte before a download counts as lost; a slow network sends bytes in bursts. */
const SILENT_MS = 30_000

/**
 * Downloads a file; returns null where the server does not hand it out. Rejects once nothing has come for 30 seconds,
 * because a browser waits without end for a network that was lost without a reset, and when `lost` is aborted.
 */
export async function download(url: string, lost?: AbortSignal): Promise<Blob | null> {
  const ending = new AbortController()
  const { signal } = ending
  const end = () => ending.abort()
  let timer = setTimeout(end, SILENT_MS)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(end, SILENT_MS)
  }
  lost?.addEventListener('abort', end)
  if (lost?.aborted) end()
  try {
    const { ok, body } = await fetch(url, { cache: 'no-store', signal })
    // The browser gathers the bytes, which may be more than fit into memory.
    return ok ? await new Response(body?.pipeThrough(told(heard), { signal })).blob() : null
  } finally {
    clearTimeout(timer)
    lost?.removeEventListener('abort', end)
  }
}

/** Returns a stream that passes bytes on and calls `heard` for each part of them. */
function told(heard: () => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(bytes, passed) {
      heard()
      passed.enqueue(bytes)
    },
  })
}
