import { randomUUID } from 'node:crypto'
import type { SessionAnswer } from '../../sync/calls.ts'
import type { VideoPurpose } from '../../sync/media/video.ts'
import { HEADERS } from '../../sync/paths.ts'
import type { Outcome, PushAnswer } from '../../sync/protocol.ts'
import type { Sample } from './media/sample.ts'
import { solve } from './solve.ts'

const ORIGIN = 'http://localhost:3000'

/** A browser that keeps cookies and the CSRF token, and makes the calls that the app makes. */
export type Browser = {
  device: string
  request(
    path: string,
    init?: { method?: string; body?: unknown; headers?: Record<string, string>; raw?: BodyInit },
  ): Promise<Response>
  /**
   * Posts JSON. If the server demands a captcha, the browser sends one in the header, as the app does, unless the
   * test put one in the body.
   */
  post<T>(path: string, body: unknown): Promise<{ status: number; body: T }>
  get<T>(path: string): Promise<{ status: number; body: T }>
  session(): Promise<SessionAnswer>
  signIn(account: { email: string; password: string }): Promise<void>
  captcha(): Promise<string>
  push(name: string, args: object, id?: string): Promise<Outcome>
  upload(video: Sample, purpose: VideoPurpose, more?: Record<string, string>): Promise<Response>
  /** Waits until the next pull finds everything committed so far. */
  settled(): Promise<void>
}

type BodyInit = ConstructorParameters<typeof Response>[0]
type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>

const readJson = async <T>(answer: Response) => ({ status: answer.status, body: (await answer.json()) as T })

/** Opens a browser that sends its requests through `fetchApp`, keeps its cookies and shows its CSRF token. */
export function openBrowser(fetchApp: Fetch, settled = async () => {}): Browser {
  const jar = { cookies: new Map<string, string>(), csrf: null as string | null }
  const device: string = randomUUID()
  const request: Browser['request'] = async (url, options = {}) => {
    const answer = await fetchApp(`${ORIGIN}${url}`, initOf(jar, options))
    keepCookies(jar.cookies, answer.headers.getSetCookie())
    return answer
  }
  const browser: Browser = {
    device,
    request,
    post: async (url, body) => {
      if (jar.cookies.size > 0) await browser.session()
      const send = (headers = {}) => request(url, { method: 'POST', body, headers })
      const isInBody = typeof body === 'object' && body !== null && 'captcha' in body
      return readJson(isInBody ? await send() : await proven(browser, send))
    },
    get: async (url) => readJson(await request(url)),
    async session() {
      const { body } = await readJson<SessionAnswer>(await request('/api/session'))
      jar.csrf = body.csrf
      return body
    },
    async signIn({ email, password }) {
      const { status } = await browser.post('/api/auth/sign-in/email', { email, password })
      if (status !== 200) throw new Error(`sign-in answered ${status}`)
      await browser.session()
    },
    captcha: () => solveCaptcha(browser),
    push: (name, args, id = randomUUID()) => pushIntent(browser, { id, name, version: 1, args }),
    upload: (video, purpose, more = {}) => uploadWhole(browser, { video, purpose, more }),
    settled,
  }
  return browser
}

type Options = NonNullable<Parameters<Browser['request']>[1]>

function initOf(
  { cookies, csrf }: { cookies: Map<string, string>; csrf: string | null },
  { method = 'GET', body, headers = {}, raw }: Options,
): RequestInit {
  const unsafe = method !== 'GET' && method !== 'HEAD'
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    method,
    headers: {
      ...(cookie && { cookie }),
      ...(unsafe && { origin: ORIGIN }),
      ...(unsafe && body !== undefined && { 'content-type': 'application/json' }),
      ...(csrf && unsafe && { 'x-csrf-token': csrf }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(raw !== undefined && { body: raw, duplex: 'half' }),
  } as RequestInit
}

function keepCookies(cookies: Map<string, string>, lines: string[]): void {
  for (const line of lines) {
    const [pair = ''] = line.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    if (/max-age=0/i.test(line)) cookies.delete(name)
    else cookies.set(name, pair.slice(name.length + 1))
  }
}

async function solveCaptcha(browser: Browser): Promise<string> {
  return solve((await browser.get<Parameters<typeof solve>[0]>('/api/captcha')).body)
}

/** Sends a request, and sends it again with a captcha if the server refused it for lack of one. */
async function proven(
  browser: Browser,
  send: (headers: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  const answer = await send({})
  if (answer.status !== 400) return answer
  const { refusal } = (await answer.clone().json()) as { refusal?: { code: string } }
  return refusal?.code === 'captcha-missing' ? send({ [HEADERS.captcha]: await browser.captcha() }) : answer
}

async function pushIntent(
  browser: Browser,
  intent: { id: string; name: string; version: number; args: object },
): Promise<Outcome> {
  const { person } = await browser.session()
  const push = { device: browser.device, account: person?.id ?? 'guest', intents: [intent] }
  const { status, body } = await browser.post<PushAnswer>('/sync/push', push)
  const [outcome] = body.outcomes ?? []
  if (!outcome) throw new Error(`push answered ${status} ${JSON.stringify(body)}`)
  return outcome
}

async function uploadWhole(
  browser: Browser,
  { video, purpose, more }: { video: Sample; purpose: string; more: Record<string, string> },
): Promise<Response> {
  const { declared, bytes } = video
  const facts = {
    mediaId: declared.id,
    purpose,
    sha256: declared.sha256,
    filetype: declared.type,
    durationMs: String(declared.durationMs),
    source: declared.source,
    ...more,
  }
  const metadata = Object.entries(facts).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  )
  const creation = {
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes.length),
    'upload-metadata': metadata.join(','),
  }
  const made = await proven(browser, (headers) =>
    browser.request('/files', { method: 'POST', headers: { ...creation, ...headers } }),
  )
  if (made.status !== 201) return made
  return browser.request(new URL(made.headers.get('location') ?? '', ORIGIN).pathname, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    raw: new Uint8Array(bytes),
  })
}
