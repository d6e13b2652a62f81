// npm runs this file after an install with any installed version of Node, so it must use nothing newer than Node 16.
const { execFileSync } = require('node:child_process')
const { existsSync } = require('node:fs')
const { join } = require('node:path')

require('./build/needed-node.cjs')

const root = join(__dirname, '..')
if (existsSync(join(root, '.git'))) {
  try {
    execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root, stdio: 'ignore' })
  } catch (_) {
    process.stderr.write('The hooks of git could not be switched on: git config core.hooksPath failed.\n')
  }
}
