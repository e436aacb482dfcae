import { Failure } from '@carapace/shared/core/failure'
import { sbomLimits } from '@carapace/shared/sbom/limits'
import type { Outgoing } from '../../core/outgoing/guarded.ts'

const longestMs = 60_000

/**
 * The bytes of a text at a URL (rule SBOM-11).
 *
 * @throws {Failure} RULE_REFUSED when the guard refuses the address, or the answer is not 200 or no text; BUSY when
 *   the server does not answer
 */
export async function contentAt(outgoing: Outgoing, url: string): Promise<Uint8Array> {
  const { status, text } = await outgoing.request(
    url,
    { headers: { accept: 'application/json, application/xml, text/plain, */*' } },
    { ms: longestMs, bytes: sbomLimits.fileBytes },
  )
  if (status !== 200)
    throw new Failure('RULE_REFUSED', {
      message: `${new URL(url).hostname} answered with status ${status} instead of 200. Redirects are not followed.`,
    })
  if (text.includes('\uFFFD') || text === '')
    throw new Failure('RULE_REFUSED', {
      message: 'The answer is empty or not UTF-8 text. Download the document and upload it as a file.',
    })
  return Buffer.from(text, 'utf8')
}

/** The last part of a URL's path as the name of a file. */
export function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? ''
  return last.slice(0, 200) || 'bom'
}

/** A URL as it is kept and shown: its user, password, query and fragment may be secrets. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
