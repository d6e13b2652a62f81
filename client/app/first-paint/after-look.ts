import { goOnAfterPaint } from './after-paint.ts'

// the one script of a page that starts on its last look, until that is painted
goOnAfterPaint()
