import { inflateRawSync } from 'node:zlib'
import { expect, vi } from 'vitest'
import type { exportFormats } from '@carapace/shared/msoc/can/captures'
import type { Capture, Replay } from '@carapace/shared/msoc/can/captures.contract'
import { canFlags, type CanFrame } from '@carapace/shared/msoc/can/frame'
import { decodeBlock } from '@carapace/shared/msoc/can/frame-block'
import { frameAt } from '@carapace/shared/msoc/can/frame-columns'
import { captureWriter } from '@carapace/shared/msoc/capture/write'
import { createRandom } from '@carapace/shared/core/random.fixture'

import type { Installation, Organisation } from './installation.ts'

/** The start of recorded traffic. */
export const start = Date.UTC(2026, 2, 4, 5, 6, 7)

/** This number of frames of two buses, a millisecond apart. */
export function trafficOf(count: number): CanFrame[] {
  const random = createRandom(count)
  return Array.from({ length: count }, (_, i) => {
    const ext = random(4) === 0
    const data = Uint8Array.from({ length: random(9) }, () => random(256))
    return {
      ts: start + i + random(1000) / 1000,
      bus: `can${random(2)}`,
      id: random(ext ? 0x1fffffff : 0x7ff),
      flags: ext ? canFlags.ext : 0,
      dlc: data.length,
      data,
    }
  }).sort((a, b) => a.ts - b.ts)
}

export const fileOf = (frames: readonly CanFrame[], format: (typeof exportFormats)[number] = 'candump') =>
  captureWriter(format)(frames) as Uint8Array<ArrayBuffer>

/** The capture calls of an organisation's analyst, and those of its viewer. */
export function capturesOf(site: Installation, { members: { ANALYST: analyst, VIEWER: viewer } }: Organisation) {
  const upload = (bytes: string | Uint8Array<ArrayBuffer>, query: Record<string, string> = {}, token = analyst.token) =>
    site.upload(token, 'msoc/v1/captures/upload', { file_name: 'x.log', ...query }, bytes)
  const captureOf = async (uuid: string) =>
    (await site.get(viewer.token, 'msoc/v1/captures/get', { uuid })).body as { capture: Capture; replays: Replay[] }

  function read(uuid: string, state = 'READY'): Promise<Capture> {
    return vi.waitFor(
      async () => {
        const { capture } = await captureOf(uuid)
        expect([capture.state, capture.error]).toEqual([state, state === 'FAILED' ? expect.any(String) : null])
        return capture
      },
      { timeout: 30_000, interval: 50 },
    )
  }

  async function uploaded(
    bytes: string | Uint8Array<ArrayBuffer>,
    query: Record<string, string> = {},
  ): Promise<Capture> {
    const { status, body } = await upload(bytes, query)
    expect([status, body.message]).toEqual([200, undefined])
    return read(body.capture.uuid)
  }

  /** All frames that a call returns in blocks, page by page. */
  async function framesIn(path: string, query: Record<string, string>): Promise<CanFrame[]> {
    const frames: CanFrame[] = []
    for (let cursor: string | null = null; ;) {
      const {
        status,
        body,
      }: { status: number; body: { blocks: { frames: number; data: string }[]; next_cursor: string | null } } =
        await site.get(viewer.token, path, { ...query, ...(cursor !== null && { cursor }) })
      expect(status).toBe(200)
      for (const block of body.blocks) {
        const columns = decodeBlock(inflateRawSync(Buffer.from(block.data, 'base64')))
        if (!columns.ok) throw new Error(columns.reason)
        expect(columns.value.length).toBe(block.frames)
        for (let i = 0; i < block.frames; i++)
          frames.push({ ...frameAt(columns.value, i), data: frameAt(columns.value, i).data.slice() })
      }
      cursor = body.next_cursor
      if (cursor === null) return frames
    }
  }

  /** Waits until a replay has ended, and returns it. */
  const over = (uuid: string, replay: string) =>
    vi.waitFor(
      async () => {
        const found = (await captureOf(uuid)).replays.find((one) => one.uuid === replay)!
        expect(['DONE', 'FAILED', 'CANCELLED']).toContain(found.state)
        return found
      },
      { timeout: 30_000, interval: 100 },
    )

  return { upload, captureOf, read, uploaded, framesIn, over }
}
