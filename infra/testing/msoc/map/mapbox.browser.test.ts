import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'

import { eventually, placeOf, position, startConsole, type Visit } from '../../support/browser/browser.ts'
import { colourAt, tokenOf } from '../../support/browser/picture.ts'
import { pngOf } from '../../support/browser/pmtiles.ts'

const { site, visit } = await startConsole({ mapboxToken: 'pk.eyJ1IjoidGVzdCIsImEiOiJ0ZXN0In0.dGVzdA' }, 'webgl')
const alpha = await site.organisation('Alpha')
const centre = placeOf(7)
await site.post(alpha.key, [position('BOXED', 7)])
const map = `/org/msoc/dashboard/live-map?lat=${centre.lat}&lon=${centre.lon}&zoom=8`
const drawerOf = (page: Page, vin: string) => page.getByRole('complementary', { name: `Vehicle ${vin}` })

/**
 * A page with a mock of Mapbox, which answers with images of one colour and accepts usage events. Returns the requested
 * paths.
 */
async function visitWithMapbox(): Promise<Visit & { readonly requestedPaths: string[] }> {
  const visited = await visit({ as: alpha.members.ADMIN })
  const requestedPaths: string[] = []
  await visited.page.route(/^https:\/\/(api|events)\.mapbox\.com\//, async (route: Route) => {
    const { pathname } = new URL(route.request().url())
    requestedPaths.push(pathname)
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (pathname.includes('/tiles/'))
      await route.fulfill({ headers, contentType: 'image/png', body: pngOf([0, 200, 0], 256) })
    else await route.fulfill({ headers, contentType: 'application/json', body: '{}' })
  })
  return { ...visited, requestedPaths }
}

test('[MAP-UI-64] with a token Mapbox GL draws our outlines and vehicles, which can be selected as usual', async () => {
  const { page, goto, requestedPaths } = await visitWithMapbox()
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await goto(map)
  await page.locator('.mapboxgl-canvas').waitFor()
  expect(scripts.filter((path) => /\/mapbox-[^/]*\.js$/.test(path))).toHaveLength(1)
  expect(scripts.filter((path) => /\/maplibre[^/]*js$/.test(path))).toEqual([])

  const { middle, beside } = await placesOn(page)
  await eventually(() => colourAt(page, beside)).toBe(await tokenOf(page, '--map-land'))
  await page.mouse.click(middle.x, middle.y)
  await drawerOf(page, 'BOXED').getByText('No open alerts.').waitFor()
  // the library reports the opening of a map to Mapbox for billing; the outlines cause no other request
  expect(requestedPaths.filter((path) => !/^\/(events\/v2|map-sessions\/v1)$/.test(path))).toEqual([])

  const outlines = await colourAt(page, beside)
  await page.getByRole('button', { name: /^Map source/ }).click()
  await page.getByRole('menuitem', { name: 'Mapbox dark' }).click()
  await eventually(() => colourAt(page, beside)).not.toBe(outlines)
  expect(requestedPaths.some((path) => path.startsWith('/styles/v1/mapbox/dark-v11/tiles/256/'))).toBe(true)
  await eventually(() => page.locator('.lm-source').innerText()).toContain('Map source: Mapbox dark, © Mapbox')
})

test('[MAP-UI-60] [MAP-UI-64] if Mapbox does not answer either, its library draws the outlines', async () => {
  const { page, goto, ignoreFaults } = await visit({ as: alpha.members.ADMIN })
  await goto(map)
  await page.locator('.lm-source', { hasText: 'OSM does not answer. Map source: Offline outlines' }).waitFor()
  const { beside } = await placesOn(page)
  await eventually(() => colourAt(page, beside)).toBe(await tokenOf(page, '--map-land'))
  expect(await page.locator('.mapboxgl-canvas').count()).toBe(1)
  ignoreFaults(/mapbox\.com|ERR_NAME_NOT_RESOLVED/)
})

/** The position of the vehicle on screen, and one on the land beside it. */
async function placesOn(page: Page) {
  const box = (await page.locator('.lm-map').boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return { middle, beside: { x: middle.x + 40, y: middle.y + 13 } }
}
