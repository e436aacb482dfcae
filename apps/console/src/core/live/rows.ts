import { readHex } from '@carapace/shared/core/hex'
import { preciseMs } from '../time/precise-ms.ts'

/** What a row's member becomes: one element of a typed array per row. */
export type RowColumn =
  /** An RFC 3339 time with up to six digits of a second: epoch ms, the microseconds as the fraction. */
  | { readonly as: 'time'; readonly of: string }
  /** A whole number from 0 to 2^32 - 1. */
  | { readonly as: 'number'; readonly of: string }
  /** True or false members: the sum of the bits of those that are true. */
  | { readonly as: 'flags'; readonly bits: Readonly<Record<string, number>> }
  /** A text of which there are few: its index in the batch's `words`. */
  | { readonly as: 'word'; readonly of: string }
  /** Where the row's bytes begin in the batch's `bytes`; one element more than rows, the end of the last. */
  | { readonly as: 'start' }
  /** The index of the first of these sizes, ascending, that the row's bytes fit into. */
  | { readonly as: 'size'; readonly sizes: readonly number[] }

/**
 * How the rows of a channel become columns. A change is a row; a snapshot lists rows under `list`. `bytes`: the member
 * with bytes as hexadecimal text.
 */
export interface RowPlan {
  readonly list: string
  readonly columns: Readonly<Record<string, RowColumn>>
  readonly bytes: string
}

interface ColumnArrays {
  readonly time: Float64Array<ArrayBuffer>
  readonly number: Uint32Array<ArrayBuffer>
  readonly flags: Uint8Array<ArrayBuffer>
  readonly word: Uint8Array<ArrayBuffer>
  readonly start: Uint32Array<ArrayBuffer>
  readonly size: Uint8Array<ArrayBuffer>
}

/** The array of each column of a plan. */
export type RowArrays<P extends RowPlan = RowPlan> = {
  readonly [Name in keyof P['columns']]: ColumnArrays[P['columns'][Name]['as']]
}

/** Rows of a channel in their order, as typed arrays, which are transferred between threads without a copy. */
export interface RowBatch<P extends RowPlan = RowPlan> {
  readonly op: 'rows'
  /** Whether these are the rows of the snapshot before this message, or changes. */
  readonly of: 'snapshot' | 'changes'
  readonly length: number
  readonly columns: RowArrays<P>
  /** The texts that `word` columns refer to, at most 256. */
  readonly words: readonly string[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

type Row = Readonly<Record<string, unknown>>

/** Rows as columns of a plan. Bytes of a column with a size that fits none get the index 255. */
export function rowBatch<P extends RowPlan>(plan: P, of: RowBatch['of'], rows: readonly unknown[]): RowBatch<P> {
  const given = rows as readonly Row[]
  const { starts, bytes } = bytesOf(given, plan.bytes)
  const words: string[] = []
  const columns = Object.fromEntries(
    Object.entries(plan.columns).map(([name, column]) => [name, columnOf(column, given, starts, words)]),
  ) as RowArrays<P>
  return { op: 'rows', of, length: rows.length, columns, words, bytes }
}

/** The array buffers of a batch that are transferred between threads instead of copied. */
export function rowBuffers({ columns, bytes }: RowBatch): ArrayBuffer[] {
  return [...new Set([...Object.values(columns).map(({ buffer }) => buffer), bytes.buffer])]
}

function columnOf(column: RowColumn, rows: readonly Row[], starts: Uint32Array<ArrayBuffer>, words: string[]) {
  switch (column.as) {
    case 'time':
      return Float64Array.from(rows, (row) => preciseMs(row[column.of] as string))
    case 'number':
      return Uint32Array.from(rows, (row) => row[column.of] as number)
    case 'flags': {
      const bits = Object.entries(column.bits)
      return Uint8Array.from(rows, (row) =>
        bits.reduce((sum, [name, bit]) => (row[name] === true ? sum | bit : sum), 0),
      )
    }
    case 'word':
      return Uint8Array.from(rows, (row) => placeOf(row[column.of] as string, words))
    case 'start':
      return starts
    case 'size':
      return Uint8Array.from(rows, (_, i) => column.sizes.findIndex((size) => size >= starts[i + 1]! - starts[i]!))
  }
}

/** The index of a word, which is added if it is new; beyond 256 words the last one stands for the others. */
function placeOf(word: string, words: string[]): number {
  const place = words.indexOf(word)
  if (place >= 0) return place
  return words.length < 256 ? words.push(word) - 1 : 255
}

function bytesOf(rows: readonly Row[], name: string) {
  const starts = new Uint32Array(rows.length + 1)
  for (let i = 0; i < rows.length; i++) starts[i + 1] = starts[i]! + ((rows[i]![name] as string).length >> 1)
  const bytes = new Uint8Array(starts[rows.length]!)
  rows.forEach((row, i) => readHex(row[name] as string, bytes.subarray(starts[i])))
  return { starts, bytes }
}
