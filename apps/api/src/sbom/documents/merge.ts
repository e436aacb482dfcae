import type { Bom, BomComponent, Dependency } from '@carapace/shared/sbom/documents/bom'
import type { VexStatement } from '@carapace/shared/sbom/vex/vex'
import { component, createIgnored } from './building.ts'

/** A bill of materials and what it is called in the whole, such as an ECU's name. */
export interface BomPart {
  readonly name: string
  readonly bom: Bom
}

/**
 * Joins bills of materials into one, such as that of a vehicle: a new subject contains each part's subject, and refs
 * get the part's name as a prefix, so that the same component of two ECUs stays two (rule BOM-18).
 */
export function mergeBoms(parts: readonly BomPart[], whole: { readonly name: string; readonly created: string }): Bom {
  const ignored = createIgnored()
  const components: BomComponent[] = []
  const dependencies: Dependency[] = []
  const statements: VexStatement[] = []
  const tops: string[] = []
  for (const [prefix, bom] of named(parts)) {
    const renamed = (ref: string): string => `${prefix}/${ref}`
    const top = bom.subject === undefined ? prefix : renamed(bom.subject)
    tops.push(top)
    if (bom.subject === undefined)
      components.push(component({ ref: top, parent: rootRef, type: 'firmware', name: bom.head.name ?? prefix }))
    for (const each of bom.components)
      components.push({ ...each, ref: renamed(each.ref), parent: parentOf(each, bom, top, renamed) })
    for (const { ref, dependsOn, provides } of bom.dependencies)
      dependencies.push({ ref: renamed(ref), dependsOn: dependsOn.map(renamed), provides: provides.map(renamed) })
    const refs = new Set(bom.components.map(({ ref }) => ref))
    for (const each of bom.vex.statements) statements.push(prefixed(each, refs, renamed, prefix))
    for (const line of bom.ignored) ignored.note(prefix, line)
  }
  const root = component({ ref: rootRef, type: 'device', name: whole.name })
  return {
    head: {
      format: 'CycloneDX JSON',
      specVersion: '1.6',
      name: whole.name,
      created: whole.created,
      authors: [],
      tools: ['Carapace'],
      lifecycles: [],
    },
    subject: rootRef,
    components: [root, ...components],
    dependencies: [{ ref: rootRef, dependsOn: tops, provides: [] }, ...dependencies],
    vex: { statements, ignored: [] },
    ignored: ignored.list,
  }
}

const rootRef = 'vehicle'

/** The parts with prefixes that differ from each other and from the root's ref. */
function named(parts: readonly BomPart[]): readonly (readonly [prefix: string, bom: Bom])[] {
  const taken = new Set([rootRef])
  return parts.map(({ name, bom }) => {
    let prefix = name
    for (let count = 2; taken.has(prefix); count++) prefix = `${name} (${count})`
    taken.add(prefix)
    return [prefix, bom]
  })
}

/** The subject of a part is in the whole; what has no parent is in the subject. */
function parentOf({ ref, parent }: BomComponent, bom: Bom, top: string, renamed: (ref: string) => string): string {
  if (ref === bom.subject) return rootRef
  return parent === undefined ? top : renamed(parent)
}

/** A statement of a part holds in that part alone. */
function prefixed(
  statement: VexStatement,
  refs: ReadonlySet<string>,
  renamed: (ref: string) => string,
  prefix: string,
): VexStatement {
  return {
    ...statement,
    products: statement.products.map((product) => ({
      ...product,
      ...(product.ref !== undefined && refs.has(product.ref) ? { ref: renamed(product.ref) } : {}),
      within: product.within ?? prefix,
    })),
  }
}
