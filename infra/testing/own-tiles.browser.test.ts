import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { eventually, startConsole } from './browser.ts'
import { pmtilesOf } from './pmtiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'tiles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const pmtilesFile = join(folder, 'own.pmtiles')
writeFileSync(pmtilesFile, pmtilesOf([200, 40, 40], 4))

const { site, served, visit } = await startConsole({ pmtilesFile })
const alpha = await site.organisation('Alpha')
const map = '/org/msoc/dashboard/live-map?lat=48&lon=9&zoom=5'

test('[MP60] where other tiles do not answer the file of one’s own is shown by itself', async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  const parts = page.waitForResponse((reply) => reply.url().endsWith('/api/map/tiles.pmtiles') && reply.status() === 206)
  await goto(map)
  await parts
  await page.locator('.lm-source', { hasText: 'OSM does not answer. Map source: Own tiles' }).waitFor()
  await page.getByRole('button', { name: 'Map source: Own tiles' }).click()
  await page.getByRole('menuitem', { name: 'Own tiles' }).click()
  await eventually(() => page.locator('.lm-source').innerText()).toBe('Map source: Own tiles')
})

test('the file is served in parts, to anyone, but never whole', async () => {
  const url = `${served.url}/api/map/tiles.pmtiles`
  const part = await fetch(url, { headers: { range: 'bytes=0-6' } })
  expect([part.status, await part.text()]).toEqual([206, 'PMTiles'])
  expect((await fetch(url)).status).toBe(400)
  expect((await fetch(url, { headers: { range: 'bytes=0-99999999' } })).status).toBe(400)
})
