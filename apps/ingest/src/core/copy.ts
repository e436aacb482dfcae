import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type { RowWriter } from '@carapace/shared/core/row-writer'

/**
 * Rows in PostgreSQL's binary COPY format (PostgreSQL manual, "COPY", Binary Format): the fastest way to insert.
 * postgres.js is not used for it: its COPY takes 88 ms over TCP and hangs on an error.
 */
const signature = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex')
const postgresEpochMs = Date.UTC(2000, 0, 1)
const chunkBytes = 256 * 1024

/** Writes rows field by field, in the order of the columns. A row begins with `row(fields)`. */
export class RowBuffer implements RowWriter {
  rows = 0
  #chunks: Buffer[] = []
  #buffer = Buffer.allocUnsafe(chunkBytes)
  #at = signature.copy(this.#buffer)

  row(fields: number): void {
    this.rows += 1
    this.#reserve(2)
    this.#at = this.#buffer.writeInt16BE(fields, this.#at)
  }

  null(): void {
    this.#reserve(4)
    this.#at = this.#buffer.writeInt32BE(-1, this.#at)
  }

  int2(value: number): void {
    this.#reserve(6)
    this.#at = this.#buffer.writeInt16BE(value, this.#buffer.writeInt32BE(2, this.#at))
  }

  int4(value: number): void {
    this.#reserve(8)
    this.#at = this.#buffer.writeInt32BE(value, this.#buffer.writeInt32BE(4, this.#at))
  }

  float4(value: number | null): void {
    if (value === null) return this.null()
    this.#reserve(8)
    this.#at = this.#buffer.writeFloatBE(value, this.#buffer.writeInt32BE(4, this.#at))
  }

  float8(value: number | null): void {
    if (value === null) return this.null()
    this.#reserve(12)
    this.#at = this.#buffer.writeDoubleBE(value, this.#buffer.writeInt32BE(8, this.#at))
  }

  bool(value: boolean): void {
    this.#reserve(5)
    this.#at = this.#buffer.writeInt8(value ? 1 : 0, this.#buffer.writeInt32BE(1, this.#at))
  }

  /** Writes a time in epoch ms with microseconds as fraction; stored as microseconds since 2000. */
  timestamp(ms: number | null): void {
    if (ms === null) return this.null()
    this.#reserve(12)
    const at = this.#buffer.writeInt32BE(8, this.#at)
    const us = Math.round((ms - postgresEpochMs) * 1000)
    if (Number.isSafeInteger(us)) {
      this.#buffer.writeInt32BE(Math.floor(us / 0x1_0000_0000), at)
      this.#at = this.#buffer.writeUInt32BE(us >>> 0, at + 4)
    } else {
      this.#at = this.#buffer.writeBigInt64BE(BigInt(us), at)
    }
  }

  text(value: string | null): void {
    if (value === null) return this.null()
    this.#reserve(4 + value.length * 3)
    const bytes = this.#buffer.write(value, this.#at + 4)
    this.#buffer.writeInt32BE(bytes, this.#at)
    this.#at += 4 + bytes
  }

  hex(value: string): void {
    const bytes = value.length >> 1
    this.#reserve(4 + bytes)
    this.#buffer.writeInt32BE(bytes, this.#at)
    this.#buffer.write(value, this.#at + 4, 'hex')
    this.#at += 4 + bytes
  }

  bytes(value: Uint8Array | null): void {
    if (value === null) return this.null()
    this.#reserve(4 + value.length)
    this.#buffer.writeInt32BE(value.length, this.#at)
    this.#buffer.set(value, this.#at + 4)
    this.#at += 4 + value.length
  }

  /** Writes jsonb: a version byte, then the text. */
  jsonb(value: unknown): void {
    if (value === null || value === undefined) return this.null()
    const text = JSON.stringify(value)
    this.#reserve(5 + text.length * 3)
    this.#buffer.writeInt8(1, this.#at + 4)
    const bytes = this.#buffer.write(text, this.#at + 5)
    this.#buffer.writeInt32BE(bytes + 1, this.#at)
    this.#at += 5 + bytes
  }

  uuid(value: string): void {
    this.#reserve(20)
    this.#at = this.#buffer.writeInt32BE(16, this.#at)
    this.#at += this.#buffer.write(value.replaceAll('-', ''), this.#at, 'hex')
  }

  /** Everything that was written, with the end mark. */
  finish(): Buffer[] {
    this.#reserve(2)
    this.#at = this.#buffer.writeInt16BE(-1, this.#at)
    return [...this.#chunks, this.#buffer.subarray(0, this.#at)]
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return
    this.#chunks.push(this.#buffer.subarray(0, this.#at))
    this.#buffer = Buffer.allocUnsafe(Math.max(chunkBytes, bytes))
    this.#at = 0
  }
}

/**
 * Copies the rows into `table`'s `columns`; does nothing without rows. Calls `whileCopying` when all rows are on their
 * way. Rejects with PostgreSQL's error; the connection is still usable then.
 */
export async function copyRows(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: RowBuffer,
  whileCopying: () => void = () => undefined,
): Promise<void> {
  if (rows.rows === 0) return
  const names = columns.map((name) => `"${name}"`).join(', ')
  await pipeline(
    Readable.from(sent(rows.finish(), whileCopying)),
    client.query(copyFrom(`COPY "${table}" (${names}) FROM STDIN (FORMAT binary)`)),
  )
}

/** The chunks one after the other; calls `then` when the last one was taken. */
function* sent(chunks: readonly Buffer[], then: () => void): Generator<Buffer> {
  yield* chunks
  then()
}
