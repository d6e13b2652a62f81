import { globSync, readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { inlineStyles } from './.ci/build/inline-styles.ts'
import { plainImports } from './.ci/build/plain-imports.ts'
import { precompress } from './.ci/build/precompress.ts'
import { publicChunks } from './.ci/build/public-chunks.ts'
import { createSharedChunks } from './.ci/build/shared-chunks.ts'
import { domPlugins, domProject } from './.ci/dom/project.ts'
import { keepScratchInMemory } from './.ci/scratch.ts'

if (process.env.VITEST) keepScratchInMemory()

const root = import.meta.dirname
const sides = ['client', 'server', 'sync']
const shell = publicChunks()
const shared = createSharedChunks()
/** Replaces a shim that the router's store imports, because React itself has had the function since version 18. */
const alias = { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' }

const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'service-worker',
  filename: 'service-worker.ts',
  injectRegister: false,
  registerType: 'prompt',
  includeManifestIcons: false,
  manifest: {
    id: '/',
    name: 'Infield',
    short_name: 'Infield',
    description: 'Ask an athlete. Get a short video answer.',
    lang: 'en',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    theme_color: '#f6f2e8',
    background_color: '#f6f2e8',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    // A video shared from another app becomes a recording; the service worker stores it.
    share_target: {
      action: '/dashboard/shared',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        files: [
          { name: 'videos', accept: ['video/mp4', 'video/webm', 'video/quicktime', '.mp4', '.webm', '.mov'] },
        ],
      },
    },
    file_handlers: [
      {
        action: '/dashboard?tab=conversations',
        accept: { 'video/mp4': ['.mp4'], 'video/webm': ['.webm'], 'video/quicktime': ['.mov'] },
      },
    ],
    launch_handler: { client_mode: 'focus-existing' },
    screenshots: [
      { src: '/screenshots/phone.png', sizes: '780x1688', type: 'image/png', form_factor: 'narrow' },
      { src: '/screenshots/desktop.png', sizes: '1440x900', type: 'image/png', form_factor: 'wide' },
    ],
  },
  injectManifest: {
    rollupFormat: 'iife',
    globPatterns: ['shell.html', 'assets/**/*.{js,css,woff2,svg}'],
    manifestTransforms: [(entries) => ({ manifest: entries.flatMap(keptEntry), warnings: [] })],
  },
})

/** Lists a public file for every device, a part's file for devices that store the part, and drops any other file. */
function keptEntry<Entry extends { url: string }>(
  entry: Entry,
): (Entry & { parts?: string[]; ofStart?: true })[] {
  const kept = shell.isOfStart(entry.url) ? { ...entry, ofStart: true as const } : entry
  if (shell.isPublic(entry.url)) return [kept]
  const parts = shell.partsOf(entry.url)
  return parts.length > 0 ? [{ ...kept, parts }] : []
}

const setup = [`${root}/.ci/no-console-errors.ts`]

function testProject(
  name: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return {
    root,
    test: {
      name,
      root,
      environment: 'node',
      setupFiles: setup,
      ...test,
    },
  }
}

/** Sets the order of a project. Projects with different numbers of workers have to run one after the other. */
const turn = (groupOrder: number) => ({ sequence: { groupOrder } })

/** Projects that run side by side in one pool. Their tests wait a lot, so a third worker keeps two cores busy. */
const together = {
  pool: 'forks',
  maxWorkers: 3,
  ...turn(1),
  setupFiles: [`${root}/.ci/note-cost.ts`, ...setup],
} satisfies TestProjectInlineConfiguration['test']

/** Long timeouts that only stop a hanging test: a busy machine is no failure, and TEST_ALL runs many more cases. */
const hangs = {
  testTimeout: process.env.TEST_ALL ? 900_000 : 120_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 100_000 } },
}

/** Unit tests run in threads, because a thread starts faster than a process. */
const quick = {
  exclude: ['pg', 'fuzz', 'process', 'dom'].map((need) => `**/*.${need}.test.{ts,tsx}`),
  pool: 'threads',
  maxWorkers: 2,
  ...turn(0),
  ...hangs,
} satisfies TestProjectInlineConfiguration['test']

const unitTests = (of: string[]) => of.map((side) => `${side}/**/*.test.{ts,tsx}`)

/** Matches client tests that change their process: a browser's globals and database, the clock, or a module. */
const HANDS_ON =
  /fake-indexeddb|localStorage|navigator|globalThis|vi\.(stub|mock|doMock|spyOn|useFake|setSystem)/
const handsOn = globSync(unitTests(['client']), { cwd: root }).filter((file) =>
  HANDS_ON.test(readFileSync(`${root}/${file}`, 'utf8')),
)

const testProjects: TestProjectInlineConfiguration[] = [
  // Tests that change nothing in their process share it and all its modules; the other tests share only its packages.
  testProject('unit', {
    ...quick,
    include: unitTests(sides),
    exclude: [...quick.exclude, ...handsOn],
    isolate: false,
    setupFiles: [...setup, `${root}/.ci/leaves-globals.ts`],
  }),
  testProject('unit of client', {
    ...quick,
    include: handsOn,
    isolate: false,
    setupFiles: [...setup, `${root}/.ci/as-if-alone.ts`],
  }),
  testProject('pg', {
    isolate: false,
    include: ['server/**/*.pg.test.ts'],
    globalSetup: [`${root}/server/testing/global-setup.ts`],
    ...together,
    ...hangs,
  }),
  testProject('fuzz', {
    include: sides.map((side) => `${side}/**/*.fuzz.test.ts`),
    ...together,
    ...hangs,
    testTimeout: 600_000,
  }),
  testProject('process', {
    include: ['.ci/**/*.test.ts', '{server,e2e}/**/*.process.test.ts'],
    ...together,
    ...hangs,
  }),
  {
    extends: false,
    root,
    plugins: domPlugins,
    resolve: { alias },
    test: { name: 'dom', root, ...domProject(root), ...turn(2), ...hangs },
  },
]

/** `vite build` builds the browser's part in dist/client; `vite build --ssr render.tsx` the server's in dist/server. */
export default defineConfig(({ isSsrBuild }) => ({
  root: process.env.VITEST ? root : `${root}/client`,
  publicDir: `${root}/public`,
  plugins: [
    react(),
    tailwindcss(),
    ...(isSsrBuild ? [] : [plainImports(), inlineStyles(), shell.plugin, pwa, precompress()]),
  ],
  resolve: { alias },
  build: {
    outDir: isSsrBuild ? '../dist/server' : '../dist/client',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: !isSsrBuild,
    // A public page loads one shared script and its screen's; the screen itself loads anything it needs later.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    reportCompressedSize: false,
    ...(!isSsrBuild && {
      rolldownOptions: {
        input: {
          index: `${root}/client/index.html`,
          'after-snapshot': `${root}/client/app/first-paint/after-snapshot.ts`,
          'early-ask': `${root}/client/app/first-paint/early-ask.ts`,
        },
        output: {
          // Hashes are short, because every page contains the names of all scripts and random text does not compress.
          // Pictures keep their default names, so that the server's build gives them the same ones.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: ({ name }) => `assets/${name.replace(/^public~.*/, 'p')}-[hash:7].js`,
          codeSplitting: {
            groups: [
              {
                name: 'app',
                test: /client\/main\.tsx$|client\/ui\/status\/badge|client\/ui\/toasts|sync\/limits|esm\/useLocation|format-money/,
                priority: 2,
              },
              { name: shared.ofPublic, debugName: 'public', priority: 1, entriesAware: true },
              { name: shared.ofLater, debugName: 'shared' },
            ],
          },
        },
      },
    }),
  },
  ...(isSsrBuild && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true as const },
  }),
  test: {
    projects: testProjects,
  },
}))
