/// <reference lib="webworker" />
import { readHex } from '@carapace/shared/core/hex'
import { compileDbc } from '@carapace/shared/msoc/dbc/compile'
import { parseDbc } from '@carapace/shared/msoc/dbc/parse'
import { wordsOf } from '../../analyzer/engine/trace.ts'
import type { Decoded, Undecoded } from './decode.ts'

/**
 * Parses a database and decodes frames with it. In a worker, since a database of ten thousand lines would block the
 * page.
 */
self.addEventListener('message', ({ data: request }: MessageEvent<Undecoded>) => {
  const { dbc } = parseDbc(request.text)
  const compiled = dbc && compileDbc(dbc)
  const payload = new Uint8Array(64)
  const decoded = request.frames.map(({ id, ext, data }) => {
    const message = compiled?.messageOf(id, ext)
    return (
      message && {
        name: message.name,
        text: wordsOf(message, payload.subarray(0, readHex(data.slice(0, 128), payload))),
      }
    )
  })
  self.postMessage(decoded satisfies Decoded)
})
