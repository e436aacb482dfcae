/// <reference lib="dom" />
// what is handed to a page runs there
import type { Page } from 'playwright-core'

interface Place {
  readonly x: number
  readonly y: number
}

/** The colour that is seen at a place of the page, as `#rrggbb`: a map's own canvas cannot be read. */
export async function colourAt(page: Page, { x, y }: Place): Promise<string> {
  const clip = { x: Math.round(x), y: Math.round(y), width: 1, height: 1 }
  const picture = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const context = new OffscreenCanvas(1, 1).getContext('2d')!
    context.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), 0, 0)
    return `#${Array.from(context.getImageData(0, 0, 1, 1).data.slice(0, 3), (part) => part.toString(16).padStart(2, '0')).join('')}`
  }, picture)
}

/** A colour of the design in the theme that is shown. */
export function tokenOf(page: Page, name: string): Promise<string> {
  return page.evaluate((token) => getComputedStyle(document.body).getPropertyValue(token).trim().toLowerCase(), name)
}
