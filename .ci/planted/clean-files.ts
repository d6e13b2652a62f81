import type { Files } from './tree.ts'

/** The files of a small project that every check accepts. */
export const cleanFiles: Files = {
  'sync/shape.ts': `import * as z from 'zod/mini'

export { z }
`,
  'sync/media/video.ts': `export const maxSeconds = 40
`,
  'sync/question/question.ts': `import { maxSeconds } from '../media/video.ts'
import { z } from '../shape.ts'

export const question = z.object({ seconds: z.number().check(z.maximum(maxSeconds)) })
`,
  'sync/intents.ts': `import { question } from './question/question.ts'

export const intents = { 'question.ask': question }
`,
  'server/main.ts': `import { askQuestion } from './question/ask-question.ts'

process.stdout.write(askQuestion(Date.now()))
`,
  'server/question/store.ts': `export const insertQuestion = 'insert into question default values'
`,
  'server/question/ask-question.ts': `import { intents } from '../../sync/intents.ts'
import { insertQuestion } from './store.ts'

export function askQuestion(now: number): string {
  const { seconds } = intents['question.ask'].parse({ seconds: 20 })
  return \`\${insertQuestion} \${seconds} \${new Date(now).toISOString()}\`
}
`,
  'client/index.html': `<!doctype html><script type="module" src="/main.tsx"></script>
`,
  'client/main.tsx': `import { createRoot } from 'react-dom/client'
import { Routes } from './app/routes.tsx'

createRoot(document.body).render(<Routes />)
`,
  'client/app/routes.tsx': `import { lazy } from 'react'

export const Routes = lazy(() =>
  import('../question/ask-screen.tsx').then((screen) => ({ default: screen.AskScreen })),
)
`,
  'client/question/ask-screen.tsx': `import { question } from '../../sync/question/question.ts'

export function AskScreen() {
  return <h1>{question.parse({ seconds: 20 }).seconds}</h1>
}
`,
}
