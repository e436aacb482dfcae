import { decodeBlock } from '@carapace/shared/msoc/can/frame-block'
import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'

/**
 * Decodes the frames of a block from the API: base64 of a deflated (RFC 1951) frame block.
 * @throws if the block is invalid
 */
export async function inflateBlock(block: string): Promise<FrameColumns> {
  const bytes = Uint8Array.from(atob(block), (character) => character.charCodeAt(0))
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const whole = await new Response(inflated).arrayBuffer().catch((problem: unknown) => {
    throw new Error('A block of frames does not inflate.', { cause: problem })
  })
  const decoded = decodeBlock(new Uint8Array(whole))
  if (!decoded.ok) throw new Error(`A block of frames does not read: ${decoded.reason}`)
  return decoded.value
}
