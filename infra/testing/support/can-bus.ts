import type postgres from 'postgres'
import { deflateRawSync } from 'node:zlib'
import type { Org } from '@carapace/shared/core/owned'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { encodeBlock } from '@carapace/shared/msoc/can/frame-block'
import { columnsOf } from '@carapace/shared/msoc/can/frame-columns'

/**
 * Bus traffic without any jitter: 0x1A0 counts every 10 ms, 0x2B0 (29-bit id) sends the same data every 100 ms. `from`
 * in epoch ms.
 */
export function calmTraffic(bus: string, from: number, seconds: number): CanFrame[] {
  return Array.from({ length: seconds * 100 }, (_, i): CanFrame[] => {
    const ts = from + i * 10
    const counting = { ts, bus, id: 0x1a0, flags: 0, dlc: 2, data: Uint8Array.of(i & 15, 0x7f) }
    return i % 10 === 0
      ? [counting, { ts: ts + 1, bus, id: 0x2b0, flags: 1, dlc: 1, data: Uint8Array.of(0x55) }]
      : [counting]
  }).flat()
}

/** Stores frames as a capture in these blocks, without an upload; returns its uuid. */
export async function keepCapture(
  sql: postgres.Sql,
  org: Org,
  name: string,
  blocks: readonly CanFrame[][],
  state = 'READY',
): Promise<string> {
  const frames = blocks.flat()
  const buses = [...Map.groupBy(frames, ({ bus }) => bus)].map(([bus, of]) => ({ bus, frames: of.length }))
  const [row] = await sql<{ uuid: string }[]>`
    INSERT INTO captures (org_uuid, name, state, frames, buses, created_by)
    VALUES (${org.uuid}, ${name}, ${state}, ${frames.length}, ${sql.json(buses)}, 'x')
    RETURNING uuid`
  for (const [block, some] of blocks.entries()) {
    await sql`
      INSERT INTO capture_blocks (capture_uuid, block, org_uuid, from_ms, to_ms, frames, data)
     
      VALUES (${row!.uuid}, ${block}, ${org.uuid}, ${some[0]!.ts}, ${some.at(-1)!.ts}, ${some.length},
        ${deflateRawSync(encodeBlock(columnsOf(some)))})`
  }
  return row!.uuid
}
