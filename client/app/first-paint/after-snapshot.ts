import { goOnAfterPaint } from './after-paint.ts'
import { markPresses } from './mark-presses.ts'

// The only script of a page that starts on its start snapshot, until the snapshot is painted. Such a page has no
// header that isolates it from its opener (`service-worker-snapshot.ts`). If another page opened it, load it again at
// an address that is served with the header.
const { pathname, search } = location
if (opener) location.replace(`${pathname}${search ? `${search}&` : '?'}parted`)
else {
  goOnAfterPaint()
  const snapshot = document.getElementById('root')
  if (snapshot) markPresses(snapshot)
}
