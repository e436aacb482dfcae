import type { Bom, BomComponent, BomFault } from '@carapace/shared/sbom/documents/bom'
import type { Vex, VexProduct, VexStatement } from '@carapace/shared/sbom/vex/vex'
import { bomOf, createDependencies, createIgnored } from './building.ts'
import { mostVexIgnored, productOf } from './cyclonedx-vex.ts'
import { mostFaults, mostUnpackedBytes } from './limits.ts'
import { bomOfPiece, type Piece, withoutCycles } from './pieces.ts'
import { type BomReading, readPiece } from './read.ts'
import { isTar, type NamedFile, readTar, unpack } from './unpack.ts'

/**
 * Reads documents that refer to one another as one bill of materials (rule BOM-9): SPDX's external documents, as
 * Zephyr and Yocto write them, CycloneDX's BOM-Links, SPDX 3's ids. A file may be a tar archive, packed or not; one
 * document alone is read as `readBom` does, so an upload of whatever files can be given to this. One
 * unreadable document refuses the set: what it holds would be missing without a notice.
 */
export function readBomSet(files: readonly NamedFile[]): BomReading {
  const opened = openedFiles(files)
  if ('faults' in opened) return opened
  const [only] = opened
  if (only && opened.length === 1) {
    const reading = readPiece(only.bytes)
    return 'faults' in reading ? reading : { bom: bomOfPiece(reading.piece) }
  }
  const pieces: Piece[] = []
  const faults: BomFault[] = []
  for (const { name, bytes } of opened) {
    const reading = readPiece(bytes)
    if ('piece' in reading) pieces.push(reading.piece)
    else for (const { place, message } of reading.faults) faults.push({ place: `${name} ${place}`.trim(), message })
    if (faults.length >= mostFaults) break
  }
  if (faults.length) return { faults: faults.slice(0, mostFaults) }
  if (pieces.length === 0) return { faults: [{ place: '', message: 'There is no document in it.' }] }
  return { bom: joined(pieces) }
}

/** The documents in the files; an index of an archive (Yocto's `index.json`) is none. */
function openedFiles(files: readonly NamedFile[]): readonly NamedFile[] | { readonly faults: readonly BomFault[] } {
  const opened: NamedFile[] = []
  let size = 0
  for (const { name, bytes } of files) {
    const unpacked = unpack(bytes)
    if ('faults' in unpacked) return { faults: unpacked.faults.map((fault) => ({ ...fault, place: name })) }
    size += unpacked.bytes.length
    if (size > mostUnpackedBytes) return { faults: [{ place: name, message: 'The files are too large together.' }] }
    const inside = isTar(unpacked.bytes) ? readTar(unpacked.bytes) : [{ name, bytes: unpacked.bytes }]
    if ('faults' in inside) return { faults: inside.faults.map((fault) => ({ ...fault, place: name })) }
    for (const each of inside) if (!/(?:^|\/)index\.json$/.test(each.name)) opened.push(each)
  }
  return opened
}

/** New refs of a set: the old one where no other document has it, else with the document's name before it. */
function namedRefs(pieces: readonly Piece[]): ReadonlyMap<Piece, ReadonlyMap<string, string>> {
  const counts = new Map<string, number>()
  for (const { components } of pieces) for (const { ref } of components) counts.set(ref, (counts.get(ref) ?? 0) + 1)
  const taken = new Set(counts.keys())
  return new Map(
    pieces.map((piece, at) => [
      piece,
      new Map(
        piece.components.map(({ ref }) => {
          if (counts.get(ref) === 1) return [ref, ref]
          let name = `${piece.head.name ?? at + 1}:${ref}`
          while (taken.has(name)) name = `${at + 1}:${name}`
          taken.add(name)
          return [ref, name]
        }),
      ),
    ]),
  )
}

function joined(pieces: readonly Piece[]): Bom {
  const main = mainOf(pieces)
  const names = namedRefs(pieces)
  const global = new Map<string, string>()
  for (const piece of pieces)
    for (const { ref } of piece.components) {
      const id = piece.globalId(ref)
      if (id !== undefined) global.set(id, names.get(piece)!.get(ref)!)
    }
  const nameIn = (piece: Piece, ref: string): string | undefined =>
    names.get(piece)!.get(ref) ?? global.get(piece.globalId(ref) ?? '')

  const ignored = createIgnored()
  const edges = createDependencies()
  const parents = new Map<string, string>()
  const elsewhere = new Set<string>()
  for (const piece of pieces) {
    const nameOf = (ref: string): string => nameIn(piece, ref) ?? ref
    for (const line of piece.ignored.list) ignored.note(piece.head.name ?? '', line)
    for (const ref of piece.elsewhere) elsewhere.add(ref)
    for (const { ref, dependsOn, provides } of piece.dependencies) {
      edges.touch(nameOf(ref))
      for (const target of dependsOn) edges.add(nameOf(ref), 'dependsOn', nameOf(target))
      for (const target of provides) edges.add(nameOf(ref), 'provides', nameOf(target))
    }
    for (const { child, parent } of piece.outside) {
      const name = nameIn(piece, child)
      const holder = nameIn(piece, parent)
      if (name !== undefined && holder !== undefined) parents.set(name, parents.get(name) ?? holder)
      else ignored.note(`${child} in ${parent}`, 'its document is not in the set')
    }
  }
  const components = pieces.flatMap((piece) =>
    piece.components.map((each) => renamed(each, names.get(piece)!, parents)),
  )
  // Yocto's document of an image describes nothing: the image is what contains the packages
  const about = main.subject ?? main.outside[0]?.parent
  const subject = about === undefined ? undefined : nameIn(main, about)
  const vex = joinedVex(pieces, components, nameIn)
  return bomOf(main.head, subject, withoutCycles(components), edges.list(), vex, ignored, elsewhere)
}

function renamed(
  each: BomComponent,
  names: ReadonlyMap<string, string>,
  parents: ReadonlyMap<string, string>,
): BomComponent {
  const ref = names.get(each.ref)!
  const parent = each.parent === undefined ? parents.get(ref) : names.get(each.parent)
  return parent === undefined ? { ...each, ref } : { ...each, ref, parent }
}

/** The document that others don't refer to: an image's, rather than that of one of its packages. */
function mainOf(pieces: readonly Piece[]): Piece {
  const referred = new Set<string>()
  for (const { outside, dependencies, globalId } of pieces) {
    for (const { child } of outside) referred.add(globalId(child) ?? child)
    for (const { dependsOn } of dependencies) for (const ref of dependsOn) referred.add(globalId(ref) ?? ref)
  }
  const withSubject = pieces.filter(({ subject, outside }) => subject !== undefined || outside.length)
  const free = withSubject.filter(({ subject, globalId }) => !referred.has(globalId(subject ?? '') ?? ''))
  return largest(free) ?? largest(withSubject) ?? pieces[0]!
}

function largest(pieces: readonly Piece[]): Piece | undefined {
  const weight = ({ outside, components }: Piece): number => outside.length * 1_000 + components.length
  let best: Piece | undefined
  for (const each of pieces) if (!best || weight(each) > weight(best)) best = each
  return best
}

function joinedVex(
  pieces: readonly Piece[],
  components: readonly BomComponent[],
  nameIn: (piece: Piece, ref: string) => string | undefined,
): Vex {
  const byRef = new Map(components.map((each) => [each.ref, each]))
  const ignored = createIgnored(mostVexIgnored)
  const resolved = (piece: Piece, product: VexProduct): VexProduct => {
    const name = product.ref === undefined ? undefined : nameIn(piece, product.ref)
    const component = name === undefined ? undefined : byRef.get(name)
    if (component) return { ...productOf(component), ...(product.range === undefined ? {} : { range: product.range }) }
    if (product.ref !== undefined) ignored.note(product.ref, 'no component of the set has this reference')
    return product
  }
  const statements: VexStatement[] = []
  for (const piece of pieces) {
    for (const line of piece.vex.ignored) ignored.note(piece.head.name ?? '', line)
    for (const each of piece.vex.statements)
      statements.push({ ...each, products: each.products.map((product) => resolved(piece, product)) })
  }
  const first = pieces.find(({ vex }) => vex.statements.length)?.vex ?? pieces[0]!.vex
  return { ...first, statements, ignored: ignored.list }
}
