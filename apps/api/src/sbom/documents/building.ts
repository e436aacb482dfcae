import type { Bom, BomComponent, BomHead, Dependency } from '@carapace/shared/sbom/documents/bom'
import type { Vex } from '@carapace/shared/sbom/vex/vex'
import { mostIgnored } from './limits.ts'

/** Collects the lines of what a model can't hold, up to a limit. */
export function createIgnored(most = mostIgnored): { note(place: string, reason: string): void; list: string[] } {
  const list: string[] = []
  return {
    list,
    note(place, reason) {
      if (list.length < most) list.push(`${place}: ${reason}`)
    },
  }
}

/** Dependencies as they are read: each edge once, the order kept. */
export function createDependencies(): {
  readonly add: (ref: string, kind: 'dependsOn' | 'provides', target: string) => void
  readonly touch: (ref: string) => void
  readonly list: () => readonly Dependency[]
} {
  const edges = new Map<string, { readonly dependsOn: Set<string>; readonly provides: Set<string> }>()
  const of = (ref: string) => {
    const before = edges.get(ref)
    if (before) return before
    const made = { dependsOn: new Set<string>(), provides: new Set<string>() }
    edges.set(ref, made)
    return made
  }
  return {
    touch: of,
    add: (ref, kind, target) => void of(ref)[kind].add(target),
    list: () =>
      [...edges].map(([ref, { dependsOn, provides }]) => ({ ref, dependsOn: [...dependsOn], provides: [...provides] })),
  }
}

/** A component with empty lists where nothing is given. */
export function component(
  fields: Pick<BomComponent, 'ref' | 'name' | 'type'> & {
    [Key in Exclude<keyof BomComponent, 'ref' | 'name' | 'type'>]?: BomComponent[Key] | undefined
  },
): BomComponent {
  const made: Record<string, unknown> = {
    swhids: [],
    hashes: [],
    paths: [],
    evidence: [],
    references: [],
    patches: [],
    properties: [],
  }
  for (const [key, value] of Object.entries(fields)) if (value !== undefined && value !== '') made[key] = value
  if (made['name'] === undefined) made['name'] = ''
  return made as unknown as BomComponent
}

/** Puts a document together; edges to refs that are not in it are ignored, and listed. */
export function bomOf(
  head: BomHead,
  subject: string | undefined,
  components: readonly BomComponent[],
  dependencies: readonly Dependency[],
  vex: Vex,
  ignored: ReturnType<typeof createIgnored>,
  elsewhere: ReadonlySet<string> = new Set(),
): Bom {
  const refs = new Set(components.map(({ ref }) => ref))
  const known = (ref: string): boolean => refs.has(ref)
  const kept: Dependency[] = []
  for (const { ref, dependsOn, provides } of dependencies) {
    if (!known(ref)) {
      if (!elsewhere.has(ref)) ignored.note(`dependencies of ${ref}`, 'no component has this reference')
      continue
    }
    for (const target of [...dependsOn, ...provides])
      if (!known(target) && !elsewhere.has(target))
        ignored.note(`dependency ${ref} -> ${target}`, 'no component has this reference')
    kept.push({ ref, dependsOn: dependsOn.filter(known), provides: provides.filter(known) })
  }
  return {
    head,
    ...(subject === undefined ? {} : { subject }),
    components,
    dependencies: kept,
    vex,
    ignored: ignored.list,
  }
}
