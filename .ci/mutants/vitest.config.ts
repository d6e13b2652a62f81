import { type ConfigEnv, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import config from '../../vite.config.ts'
import { applyPatches } from '../patches/vite-plugin.ts'

/** The tests of `vite.config.ts`, on patched modules, in the requested order. */
export default defineConfig((env: ConfigEnv) => {
  const { test = {}, ...rest } = config(env)
  const projects = (test.projects ?? []) as TestProjectInlineConfiguration[]
  return {
    ...rest,
    test: {
      ...test,
      projects: projects.map((project) => ({
        ...project,
        plugins: [project.plugins ?? [], applyPatches()],
        // The disk cache identifies modules by their source, and a mutant's source is that of the file on disk.
        test: { ...project.test, fsModuleCache: false, maxWorkers: 2 },
      })),
    },
  }
})
