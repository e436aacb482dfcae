import { closeSync, openSync, readSync, writeSync } from 'node:fs'

const numbersAtOnce = 60_000 // a multiple of every record's size here, so that a chunk never cuts a record

/** Records of a few numbers each, appended to a file: the log of a measuring process, without keeping it in memory. */
export interface RecordLog {
  add(...numbers: number[]): void
  close(): void
}

export function openRecordLog(file: string): RecordLog {
  const fd = openSync(file, 'w')
  const chunk = new Float64Array(numbersAtOnce)
  let filled = 0
  const flush = () => {
    writeSync(fd, chunk, 0, filled * Float64Array.BYTES_PER_ELEMENT)
    filled = 0
  }
  return {
    add(...numbers) {
      chunk.set(numbers, filled)
      filled += numbers.length
      if (filled + numbers.length > numbersAtOnce) flush()
    },
    close() {
      flush()
      closeSync(fd)
    },
  }
}

/** Reads records of `size` numbers each back, in the order in which they were written. */
export function* recordsOf(file: string, size: number): Generator<Float64Array> {
  const fd = openSync(file, 'r')
  const chunk = new Float64Array(size * 10_000)
  try {
    for (let read = 0; (read = readSync(fd, chunk)) > 0;) {
      for (let at = 0; at < read / Float64Array.BYTES_PER_ELEMENT; at += size) yield chunk.subarray(at, at + size)
    }
  } finally {
    closeSync(fd)
  }
}
