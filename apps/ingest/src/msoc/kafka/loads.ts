import type { Outgoing } from '../../core/kafka.ts'

/** Records that are sent to the broker at once, and how many of their lists are complete with them. */
interface Load {
  readonly records: Outgoing[]
  completes: number
}

/**
 * Limits of what is sent to the broker at once: bytes (a batch of records must not exceed the topics' limit), and
 * records (the time of kafkajs grows with their square).
 */
const loadBytes = 4 * 1024 * 1024
const loadRecords = 4_000

/** Divides lists of records into loads, in order; a record larger than a load is sent alone. */
export function loadsOf(lists: readonly (readonly Outgoing[])[]): Load[] {
  const loads: Load[] = [{ records: [], completes: 0 }]
  let bytes = 0
  lists.forEach((records, i) => {
    for (const record of records) {
      const { length } = loads.at(-1)!.records
      if (length > 0 && (bytes + record.value.length > loadBytes || length >= loadRecords)) {
        loads.push({ records: [], completes: i })
        bytes = 0
      }
      loads.at(-1)!.records.push(record)
      bytes += record.value.length
    }
    loads.at(-1)!.completes = i + 1
  })
  return loads
}
