import type { Bom, BomComponent, BomFault } from '@carapace/shared/sbom/documents/bom'
import { type DifferenceKind, differenceKinds, type ExportFormat } from '@carapace/shared/sbom/exchange.contract'
import { readAny } from '../bom-documents/read-any.ts'
import { convertBom } from '../documents/convert/convert.ts'
import { type BomDiff, diffBoms } from '../documents/diff.ts'
import { mergeBoms } from '../documents/merge.ts'
import { orderVersions } from './compare-versions.ts'

interface Written {
  readonly text: string
  readonly lost: readonly string[]
}
interface Faulty {
  readonly faults: readonly BomFault[]
}
interface Entry {
  readonly name: string
  readonly from?: string
  readonly to?: string
}
export interface Differences {
  readonly counts: Readonly<Record<DifferenceKind, number>>
  readonly entries: Record<DifferenceKind, Entry[]>
}

/** Entries of one kind that are answered. */
const mostEntries = 2_000
const mostCharacters = 500

/** Tasks on whole documents, outside of the main thread. */
export const exchangeTasks = {
  convert({ bytes, format, now }: { bytes: Uint8Array; format: ExportFormat; now: string }): Written | Faulty {
    const read = readAny(bytes)
    return 'faults' in read ? read : convertBom(read.bom, format, now)
  },

  diff({ before, after }: { before: Uint8Array; after: Uint8Array }): Differences | Faulty {
    const [old, fresh] = [readAny(before), readAny(after)]
    if ('faults' in old) return old
    if ('faults' in fresh) return fresh
    return differencesOf(diffBoms(old.bom, fresh.bom, orderVersions))
  },

  merge({
    parts,
    name,
    now,
  }: {
    parts: readonly { name: string; bytes: Uint8Array }[]
    name: string
    now: string
  }): Written | Faulty {
    const read: { name: string; bom: Bom }[] = []
    for (const part of parts) {
      const reading = readAny(part.bytes)
      if ('faults' in reading) return reading
      read.push({ name: part.name, bom: reading.bom })
    }
    return convertBom(mergeBoms(read, { name, created: now }), 'CycloneDX JSON', now)
  },
}

function differencesOf(diff: BomDiff): Differences {
  const entries = Object.fromEntries(
    differenceKinds.map((kind) => [
      kind,
      diff[kind].slice(0, mostEntries).map((each) => ('ref' in each ? ofComponent(each, kind) : cut(each))),
    ]),
  )
  return { counts: diff.counts, entries: entries as Differences['entries'] }
}

function ofComponent({ group, name, version }: BomComponent, kind: DifferenceKind): Entry {
  const named = { name: group === undefined ? name : `${group}/${name}` }
  if (version === undefined) return cut(named)
  return cut(kind === 'added' ? { ...named, to: version } : { ...named, from: version })
}

function cut({ name, from, to }: Entry): Entry {
  return {
    name: name.slice(0, mostCharacters),
    ...(from !== undefined && { from: from.slice(0, mostCharacters) }),
    ...(to !== undefined && { to: to.slice(0, mostCharacters) }),
  }
}
