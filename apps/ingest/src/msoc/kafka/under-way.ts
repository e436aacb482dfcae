import { setTimeout } from 'node:timers/promises'

/** Maximum bytes of records that wait for their commit; decoded they take several times as much. */
const mostBytes = 16 * 1024 * 1024
/** While there is no room, the group gets a heartbeat this often, ms. */
const beatMs = 200

/** A record whose events are being stored: its partition, its organisation, and its bytes. */
interface Record {
  readonly partition: string
  readonly org: string
  readonly size: number
}

/** Tracks the work that is being stored in the database, by partition, and its size by organisation. */
export function createUnderWay() {
  const byPartition = new Map<string, Set<Promise<void>>>()
  const byOrganisation = new Map<string, number>()
  let bytes = 0

  function count(org: string, size: number): void {
    bytes += size
    const total = (byOrganisation.get(org) ?? 0) + size
    if (total > 0) byOrganisation.set(org, total)
    else byOrganisation.delete(org)
  }

  return {
    /** Tracks work on a record until it has ended. */
    add({ partition, org, size }: Record, work: Promise<void>): void {
      const mine = byPartition.get(partition) ?? new Set()
      byPartition.set(partition, mine)
      count(org, size)
      const noted = work.finally(() => {
        count(org, -size)
        mine.delete(noted)
      })
      mine.add(noted)
    },
    /** Whether one of these organisations has more under way than it leaves free to others (rule SHARE-14). */
    isBeyondShare: (orgs: Iterable<string>): boolean =>
      byOrganisation.size > 1 && [...orgs].some((org) => (byOrganisation.get(org) ?? 0) > mostBytes - bytes),
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
