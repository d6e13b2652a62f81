import { type ConfigEnv, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import config from '../../vite.config.ts'
import { applyPatches } from '../patches/vite-plugin.ts'

/** The tests as `vite.config.ts` has them, on modules that are patched, in the order in which they are asked for. */
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
        // what is kept on disk is told apart by its source, and the source of a mutant is that of the file
        test: { ...project.test, fsModuleCache: false, maxWorkers: 2 },
      })),
    },
  }
})
