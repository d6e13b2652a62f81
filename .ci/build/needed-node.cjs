// Any installed version of Node loads this file first, so it must use nothing newer than Node 16. Node runs TypeScript
// and supports `import.meta.main` since 22.18 and 24.2.
const [major, minor] = process.versions.node.split('.').map(Number)

if (!((major === 22 && minor >= 18) || (major === 24 && minor >= 2) || major > 24)) {
  process.stderr.write(
    `Infield needs Node 22.18 or newer, or 24.2 or newer, and this is ${process.versions.node}: install Node 24, ` +
      'and run "npm ci" again.\n',
  )
  process.exit(1)
}

// What one start compiled, the next one loads. `npm run bench -- boot` shows the gain.
require('node:module').enableCompileCache(`${__dirname}/../../node_modules/.cache/server`)
