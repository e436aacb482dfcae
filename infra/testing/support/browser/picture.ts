/// <reference lib="dom" />
// functions that are passed to the page run there
import type { Page } from 'playwright-core'

interface Place {
  readonly x: number
  readonly y: number
}

/** The colour of the page at a position, as `#rrggbb`: the canvas of a map cannot be read. */
export async function colourAt(page: Page, { x, y }: Place): Promise<string> {
  const clip = { x: Math.round(x), y: Math.round(y), width: 1, height: 1 }
  const picture = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const context = new OffscreenCanvas(1, 1).getContext('2d')!
    context.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), 0, 0)
    const parts = Array.from(context.getImageData(0, 0, 1, 1).data.slice(0, 3))
    return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }, picture)
}

/** A design colour in the current theme. */
export function tokenOf(page: Page, name: string): Promise<string> {
  return page.evaluate((token) => getComputedStyle(document.body).getPropertyValue(token).trim().toLowerCase(), name)
}
