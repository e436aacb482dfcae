import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { eventually, position, startConsole } from '../../support/browser/browser.ts'
import { colourAt, tokenOf } from '../../support/browser/picture.ts'
import { pictureTile, pmtilesOf, vectorTile } from '../../support/browser/pmtiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'tiles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const pmtilesFile = join(folder, 'own.pmtiles')
writeFileSync(pmtilesFile, pmtilesOf(pictureTile([200, 40, 40]), 4))

const { site, served, visit } = await startConsole({ pmtilesFile }, 'webgl')
const alpha = await site.organisation('Alpha')
await site.post(alpha.key, [position('TILED', 0)])
const map = '/org/msoc/dashboard/live-map?lat=48&lon=9&zoom=5'

test("[MAP-UI-60] if other tiles do not answer, the organisation's own file is shown automatically", async () => {
  const { page, goto } = await visit({ as: alpha.members.ADMIN })
  const parts = page.waitForResponse(
    (reply) => reply.url().endsWith('/api/map/tiles.pmtiles') && reply.status() === 206,
  )
  await goto(map)
  expect((await parts).headers()['content-range']).toMatch(/^bytes 0-/)
  await page.locator('.lm-source', { hasText: 'OSM does not answer. Map source: Own tiles' }).waitFor()
  await page.getByRole('button', { name: 'Map source: Own tiles' }).click()
  await page.getByRole('menuitem', { name: 'Own tiles' }).click()
  await eventually(() => page.locator('.lm-source').innerText()).toBe('Map source: Own tiles')
})

test.for(['dark', 'light'] as const)(
  '[MAP-UI-63] vector tiles are drawn in the %s map’s own colours: land, water, a road',
  async (theme) => {
    const everywhere = [
      [-64, -64],
      [4160, -64],
      [4160, 4160],
      [-64, 4160],
    ] as const
    const tile = vectorTile([
      { name: 'earth', shape: 'area', corners: everywhere, kind: 'earth' },
      {
        name: 'water',
        shape: 'area',
        corners: [
          [2048, 0],
          [4096, 0],
          [4096, 2048],
          [2048, 2048],
        ],
        kind: 'ocean',
      },
      {
        name: 'roads',
        shape: 'line',
        corners: [
          [-64, 3072],
          [4160, 3072],
        ],
        kind: 'highway',
      },
    ])
    writeFileSync(pmtilesFile, pmtilesOf(tile, 14))
    const { page, goto } = await visit({ as: alpha.members.ADMIN, theme })
    // in the middle of a tile of the zoom, in the Pacific, where the outlines have only sea
    const [x, y] = [(819 + 0.5) / 2 ** 13, (4900 + 0.5) / 2 ** 13]
    const lat = (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90
    await goto(`/org/msoc/dashboard/live-map?lat=${lat}&lon=${x * 360 - 180}&zoom=13`)
    await page.locator('.lm-source', { hasText: 'OSM does not answer. Map source: Own tiles' }).waitFor()

    const box = (await page.locator('.lm-map').boundingBox())!
    const at = (tileX: number, tileY: number) =>
      colourAt(page, {
        x: box.x + box.width / 2 + (tileX - 0.5) * 512,
        y: box.y + box.height / 2 + (tileY - 0.5) * 512,
      })
    await eventually(() => at(0.3, 0.3)).toBe(await tokenOf(page, '--map-land'))
    expect(await at(0.7, 0.3)).toBe(await tokenOf(page, '--map-sea'))
    expect(await at(0.3, 0.75)).toBe(await tokenOf(page, '--map-line'))
  },
)

test('the file is served in parts, to anyone, but never as a whole', async () => {
  const url = `${served.url}/api/map/tiles.pmtiles`
  const part = await fetch(url, { headers: { range: 'bytes=0-6' } })
  expect([part.status, await part.text()]).toEqual([206, 'PMTiles'])
  expect((await fetch(url)).status).toBe(400)
  expect((await fetch(url, { headers: { range: 'bytes=0-99999999' } })).status).toBe(400)
})
