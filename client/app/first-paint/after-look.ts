import { goOnAfterPaint } from './after-paint.ts'

// The one script of a page that starts on its start snapshot, until that is painted. Such a page comes without the header that
// parts it from whoever opened it (`service-worker-look.ts`): one that was opened asks again where it has that header.
const { pathname, search } = location
if (opener) location.replace(`${pathname}${search ? `${search}&` : '?'}parted`)
else goOnAfterPaint()
