import { setTimeout } from 'node:timers/promises'

/** Bytes of records that may wait for their commit; decoded they take several times as much. */
const mostBytes = 16 * 1024 * 1024
/** While there is no room, the group hears from the process this often. */
const beatMs = 200

/** What is on its way to the database, by partition, and how much of it. */
export function createUnderWay() {
  const byPartition = new Map<string, Set<Promise<void>>>()
  let bytes = 0

  return {
    /** Notes work over so many bytes of a partition's records until it has ended. */
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
    /** Resolves when what is on its way now has ended: of these partitions, or of all. */
    async ended(partitions: Iterable<string> = byPartition.keys()): Promise<void> {
      await Promise.all([...partitions].flatMap((name) => [...(byPartition.get(name) ?? [])]))
    },
    /** Waits until there is room for more. */
    async room(beat: () => Promise<void>): Promise<void> {
      while (bytes > mostBytes) {
        await Promise.race([setTimeout(beatMs), ...[...byPartition.values()].flatMap((some) => [...some].slice(0, 1))])
        await beat()
      }
    },
  }
}
