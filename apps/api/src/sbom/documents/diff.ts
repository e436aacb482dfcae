import type { Bom, BomComponent } from '@carapace/shared/sbom/documents/bom'
import { canonicalJson } from '@carapace/shared/core/canonical-json'

/** Orders two versions of a purl type (`npm`, `deb` …; empty where none is known); undefined: not comparable. */
export type CompareVersions = (type: string, a: string, b: string) => number | undefined

/** A component of both documents, with its refs in them. */
export interface Change {
  readonly name: string
  readonly before: string
  readonly after: string
  readonly from?: string
  readonly to?: string
}

/** What differs between two documents. Each list has at most 20,000 entries; `counts` has all. */
export interface BomDiff {
  readonly added: readonly BomComponent[]
  readonly removed: readonly BomComponent[]
  readonly upgraded: readonly Change[]
  readonly downgraded: readonly Change[]
  /** Other versions that can't be ordered. */
  readonly changed: readonly Change[]
  /** The same version with other hashes: built again, or replaced. */
  readonly rebuilt: readonly Change[]
  /** In another parent, or on another path. */
  readonly moved: readonly Change[]
  readonly licence: readonly Change[]
  readonly crypto: readonly Change[]
  readonly patches: readonly Change[]
  readonly counts: Readonly<Record<DiffKind, number>>
}

export type DiffKind = Exclude<keyof BomDiff, 'counts'>

const mostEntries = 20_000

/** A purl without version, qualifiers and subpath: a component whatever its version. */
function purlBase(purl: string): string {
  const [base = ''] = purl.split(/[?#]/, 1)
  const at = base.lastIndexOf('@')
  return at > base.lastIndexOf('/') ? base.slice(0, at) : base
}

/** What a component is, whatever its version: its purl, else its group and name. */
export function identityOf({ purl, group, name, type }: BomComponent): string {
  if (purl !== undefined) return purlBase(purl)
  return type === 'file' ? `file ${name}` : JSON.stringify([group, name])
}

function purlType(purl: string | undefined): string {
  return /^pkg:\/{0,2}([^/]+)\//.exec(purl ?? '')?.[1]?.toLowerCase() ?? ''
}

function groupedByIdentity(bom: Bom): ReadonlyMap<string, BomComponent[]> {
  const groups = new Map<string, BomComponent[]>()
  for (const each of bom.components) {
    const key = identityOf(each)
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  return groups
}

/** Compares two documents (rule BOM-17). The time grows with the number of components, times its logarithm. */
export function diffBoms(before: Bom, after: Bom, compare: CompareVersions): BomDiff {
  const lists = emptyLists()
  const counts = Object.fromEntries(Object.keys(lists).map((kind) => [kind, 0])) as Record<DiffKind, number>
  const note = <Kind extends DiffKind>(kind: Kind, entry: BomComponent | Change): void => {
    if (counts[kind]++ < mostEntries) (lists[kind] as (BomComponent | Change)[]).push(entry)
  }
  const old = groupedByIdentity(before)
  const fresh = groupedByIdentity(after)
  const context = { note, compare, oldNames: namesOf(before), newNames: namesOf(after) }
  for (const [key, group] of old) compareGroups(group, fresh.get(key) ?? [], context)
  for (const [key, group] of fresh) if (!old.has(key)) for (const each of group) note('added', each)
  return { ...lists, counts }
}

function emptyLists(): { [Kind in DiffKind]: (Kind extends 'added' | 'removed' ? BomComponent : Change)[] } {
  return {
    added: [],
    removed: [],
    upgraded: [],
    downgraded: [],
    changed: [],
    rebuilt: [],
    moved: [],
    licence: [],
    crypto: [],
    patches: [],
  }
}

/** The identities of components by their refs: a parent is the same if what it is, is the same. */
function namesOf(bom: Bom): ReadonlyMap<string, string> {
  return new Map(bom.components.map((each) => [each.ref, identityOf(each)]))
}

interface Context {
  readonly note: (kind: DiffKind, entry: BomComponent | Change) => void
  readonly compare: CompareVersions
  readonly oldNames: ReadonlyMap<string, string>
  readonly newNames: ReadonlyMap<string, string>
}

/** Pairs components of one identity: equal versions first, then the rest in the order of their versions. */
function compareGroups(old: readonly BomComponent[], fresh: readonly BomComponent[], context: Context): void {
  const waiting = new Map<string, BomComponent[]>()
  for (const each of fresh) {
    const list = waiting.get(each.version ?? '')
    if (list) list.push(each)
    else waiting.set(each.version ?? '', [each])
  }
  for (const list of waiting.values()) list.reverse()
  const unpaired: BomComponent[] = []
  for (const each of old) {
    const same = waiting.get(each.version ?? '')?.pop()
    if (same) compareSame(each, same, context)
    else unpaired.push(each)
  }
  const left = [...waiting.values()].flat()
  const order = (a: BomComponent, b: BomComponent): number =>
    context.compare(purlType(a.purl), a.version ?? '', b.version ?? '') ?? 0
  unpaired.sort(order)
  left.sort(order)
  const pairs = Math.min(unpaired.length, left.length)
  for (let at = 0; at < pairs; at++) compareVersions(unpaired[at]!, left[at]!, context)
  for (const each of unpaired.slice(pairs)) context.note('removed', each)
  for (const each of left.slice(pairs)) context.note('added', each)
}

function changeOf(before: BomComponent, after: BomComponent, from?: string, to?: string): Change {
  return {
    name: after.group === undefined ? after.name : `${after.group}/${after.name}`,
    before: before.ref,
    after: after.ref,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}

function compareVersions(before: BomComponent, after: BomComponent, context: Context): void {
  const { version: from, purl } = before
  const { version: to } = after
  const order = from === undefined || to === undefined ? undefined : context.compare(purlType(purl), from, to)
  const kind = order === undefined || order === 0 ? 'changed' : order < 0 ? 'upgraded' : 'downgraded'
  context.note(kind, changeOf(before, after, from, to))
  compareRest(before, after, context)
}

function compareSame(before: BomComponent, after: BomComponent, context: Context): void {
  const hashes = new Map(before.hashes.map(({ algorithm, value }) => [algorithm, value]))
  const other = after.hashes.find(({ algorithm, value }) => (hashes.get(algorithm) ?? value) !== value)
  if (other) context.note('rebuilt', changeOf(before, after, hashes.get(other.algorithm), other.value))
  compareRest(before, after, context)
}

function compareRest(before: BomComponent, after: BomComponent, { note, oldNames, newNames }: Context): void {
  const from = placeOf(before, oldNames)
  const to = placeOf(after, newNames)
  if (from !== to) note('moved', changeOf(before, after, from, to))
  if (before.licence !== after.licence) note('licence', changeOf(before, after, before.licence, after.licence))
  if ((before.crypto ?? after.crypto) && canonicalJson(before.crypto ?? null) !== canonicalJson(after.crypto ?? null))
    note('crypto', changeOf(before, after))
  const patches = ({ patches: list }: BomComponent): string =>
    list
      .flatMap(({ resolves, url }) => [url ?? '', ...resolves])
      .sort()
      .join(' ')
  if (patches(before) !== patches(after)) note('patches', changeOf(before, after, patches(before), patches(after)))
}

function placeOf({ parent, paths }: BomComponent, names: ReadonlyMap<string, string>): string {
  return [parent === undefined ? '' : (names.get(parent) ?? ''), ...paths.toSorted()].filter(Boolean).join(' ')
}
