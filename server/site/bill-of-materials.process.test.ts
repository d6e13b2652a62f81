import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { writeBillOfMaterials } from './bill-of-materials.ts'
import { PROJECT } from './build.ts'

test('the bill of materials names what runs in production with its version, and not what only tests need', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'sbom-'))
  try {
    const file = path.join(dir, 'sbom.json')
    await writeBillOfMaterials(PROJECT, file)
    const bill = JSON.parse(await readFile(file, 'utf8')) as {
      bomFormat: string
      components: { name: string; version: string }[]
    }
    const { dependencies } = JSON.parse(await readFile(path.join(PROJECT, 'package.json'), 'utf8'))
    const named = new Map(bill.components.map(({ name, version }) => [name, version]))
    expect(bill.bomFormat).toBe('CycloneDX')
    expect(named.get('better-auth')).toBe(dependencies['better-auth'])
    expect([...named.keys()].filter((name) => ['vitest', 'playwright', 'knip'].includes(name))).toEqual([])
  } finally {
    await rm(dir, { recursive: true })
  }
}, 60_000)
