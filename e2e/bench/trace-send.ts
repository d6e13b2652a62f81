import { startGround } from './ground.ts'
import { openVisitor } from './browser.ts'
const ground = startGround()
const world = await ground.world()
const { device, dispose } = await openVisitor(world, world.athlete)
const { page } = device
await page.addInitScript(() => {
  const log: unknown[] = []
  ;(window as any).log = log
  addEventListener('click', (e: any) => log.push([Math.round(performance.now()*10)/10, 'click', e.target?.textContent?.slice(0, 20)]), true)
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...args: any[]) {
    const t = (begin as any).apply(this, args)
    const row = [Math.round(performance.now()*10)/10, 'tx', this.name, [...t.objectStoreNames].join(','), args[1] ?? 'readonly', args[2]?.durability ?? '', 0]
    log.push(row)
    t.addEventListener('complete', () => { row[6] = Math.round((performance.now() - (row[0] as number))*10)/10 })
    return t
  }
  new PerformanceObserver((l) => l.getEntries().forEach((e) => log.push([Math.round(e.startTime*10)/10, 'long', Math.round(e.duration)]))).observe({ type: 'longtask', buffered: true })
})
await device.goto('/dashboard')
await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
await page.locator('main ul.card li').nth(world.waiting.length - 2).waitFor({ timeout: 60_000 })
for (const q of world.waiting.slice(0, 2)) {
  await device.goto(`/dashboard/answer/${q}`)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await page.getByRole('button', { name: 'Decline request' }).click()
  await page.waitForTimeout(1500)
  const log = await page.evaluate(() => (window as any).log)
  console.log('----', q)
  for (const row of log.sort((a: any, b: any) => a[0] - b[0])) console.log(row.join(' '))
}
await dispose()
await ground.close()
process.exit(0)
