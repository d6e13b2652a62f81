import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import config from '../playwright.config.ts'

const run = promisify(execFile)
/** Lighthouse is installed on demand, because only this figure needs it and it is larger than the whole app. */
const VERSION = '13.5.0'
const HOME = join(import.meta.dirname, '../../node_modules/.cache/lighthouse')
const CLI = join(HOME, 'node_modules/lighthouse/cli/index.js')
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const FLAGS = '--headless=new --no-sandbox --disable-dev-shm-usage'

/** Lighthouse's findings for a page on a phone: times in milliseconds, the layout shift, and scores out of 100. */
export type Audit = {
  lcpMs: number
  cls: number
  tbtMs: number
  marks: Record<'accessibility' | 'best-practices' | 'seo', number>
  /** The ids of the audits that cost points. */
  lost: string[]
}

/** Installs Lighthouse if it is missing, and returns a function that audits one page. */
export async function openLighthouse(): Promise<(url: string) => Promise<Audit>> {
  const browser = config.use?.launchOptions?.executablePath
  await access(CLI).catch(() => install())
  const audit = async (url: string): Promise<Audit> => {
    const args = [url, '--quiet', '--output=json', `--only-categories=${CATEGORIES.join()}`]
    const { stdout } = await run(process.execPath, [CLI, ...args, `--chrome-flags=${FLAGS}`], {
      env: { ...process.env, CHROME_PATH: browser },
      maxBuffer: 64 * 1024 * 1024,
    })
    return readReport(JSON.parse(stdout))
  }
  // Lighthouse occasionally fails to record a page load and asks to be run again.
  return (url) => audit(url).catch(() => audit(url))
}

async function install(): Promise<void> {
  const args = ['install', '--prefix', HOME, '--no-save', '--no-package-lock', '--ignore-scripts']
  await run('npm', [...args, `lighthouse@${VERSION}`], { maxBuffer: 16 * 1024 * 1024 })
}

type Report = {
  runtimeError?: { message: string }
  audits: Record<string, { numericValue?: number; score: number | null }>
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
}

function readReport({ runtimeError, audits, categories }: Report): Audit {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`)
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const mark = (id: string) => Math.round(100 * (categories[id]?.score ?? Number.NaN))
  const marked = CATEGORIES.filter((id) => id !== 'performance')
  const lost = marked.flatMap((id) =>
    (categories[id]?.auditRefs ?? []).filter((each) => each.weight > 0 && (audits[each.id]?.score ?? 1) < 1),
  )
  return {
    lcpMs: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbtMs: value('total-blocking-time'),
    marks: {
      accessibility: mark('accessibility'),
      'best-practices': mark('best-practices'),
      seo: mark('seo'),
    },
    lost: lost.map(({ id }) => id),
  }
}
