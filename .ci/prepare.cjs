// npm runs this after an install, with whatever Node there is: nothing newer than Node 16 can stand here.
const { execFileSync } = require('node:child_process')
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const needed = [22, 18]
const found = process.versions.node.split('.').map(Number)

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  process.stderr.write(
    `Infield needs Node ${needed.join('.')} or newer; this machine runs ${process.versions.node} ` +
      'and npm has no Node 24 for it, so please install Node 24 and run the install again.\n',
  )
  process.exit(1)
}

const root = join(__dirname, '..')
if (existsSync(join(root, '.git'))) {
  try {
    execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root, stdio: 'ignore' })
  } catch (_) {
    process.stderr.write('The pre-push check could not be switched on: git config core.hooksPath failed.\n')
  }
}
