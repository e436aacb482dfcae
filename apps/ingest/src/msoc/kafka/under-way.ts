import { setTimeout } from 'node:timers/promises'

/** Maximum bytes of records that wait for their commit; decoded they take several times as much. */
const mostBytes = 16 * 1024 * 1024
/** While there is no room, the group gets a heartbeat this often, ms. */
const beatMs = 200

/** Tracks the work that is being stored in the database, by partition, and its size. */
export function createUnderWay() {
  const byPartition = new Map<string, Set<Promise<void>>>()
  let bytes = 0

  return {
    /** Tracks work on this many bytes of a partition's records until it has ended. */
    add(partition: string, size: number, work: Promise<void>): void {
      const mine = byPartition.get(partition) ?? new Set()
      byPartition.set(partition, mine)
      bytes += size
      const noted = work.finally(() => {
        bytes -= size
        mine.delete(noted)
      })
      mine.add(noted)
    },
    /** Resolves when the current work has ended: of these partitions, or of all. */
    async ended(partitions: Iterable<string> = byPartition.keys()): Promise<void> {
      await Promise.all([...partitions].flatMap((name) => [...(byPartition.get(name) ?? [])]))
    },
    /** Waits until there is room for more records. */
    async room(beat: () => Promise<void>): Promise<void> {
      while (bytes > mostBytes) {
        await Promise.race([setTimeout(beatMs), ...[...byPartition.values()].flatMap((some) => [...some].slice(0, 1))])
        await beat()
      }
    },
  }
}
