import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Bom } from '@carapace/shared/sbom/documents/bom'
import type { IndexedBom, IndexedComponent, IndexedEdges } from './indexed.ts'

/** A part of the file. */
interface Range {
  readonly at: number
  readonly bytes: number
}

/** Components or edges that are stored together: the first one, and how many. */
interface Part extends Range {
  readonly from: number
  readonly count: number
}

/**
 * What was read from a document, in a file: the thread that reads it writes the file, and the thread that answers calls
 * takes a part of it at a time (rule SBOM-12).
 */
export interface IndexFile {
  readonly path: string
  readonly components: number
  readonly edges: number
  readonly componentParts: readonly Part[]
  readonly edgeParts: readonly Part[]
  readonly statements: Range
}

/** A part is stored in a fraction of a second, and taken in some milliseconds. */
const atOnce = { components: 5_000, edges: 60_000, bytes: 8_000_000 }
/** The most that is kept of an index, bytes, and of its statements, which are taken at once. */
const usual = { bytes: 2_000_000_000, statementBytes: 100_000_000 }

/** Writes an index; the reason why not, if it is larger than may be kept: then there is no file. */
export function writeIndex(
  path: string,
  { components, edges }: IndexedBom,
  statements: Bom['vex'],
  most = usual,
): IndexFile | { readonly tooLarge: string } {
  const file = openSync(path, 'wx', 0o600)
  let at = 0
  const write = (bytes: Uint8Array): Range => {
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
    const range = { at, bytes: bytes.length }
    at += bytes.length
    return range
  }
  try {
    const stated = Buffer.from(JSON.stringify(statements))
    if (stated.length > most.statementBytes) return refused(path, 'statements', most.statementBytes)
    const statementsAt = write(stated)
    const componentParts: Part[] = []
    for (const { from, texts } of inParts(components)) {
      componentParts.push({ from, count: texts.length, ...write(Buffer.from(`[${texts.join(',')}]`)) })
      if (at > most.bytes) return refused(path, 'components', most.bytes)
    }
    const edgeParts: Part[] = []
    for (let from = 0; from * 3 < edges.length; from += atOnce.edges) {
      const some = edges.subarray(from * 3, (from + atOnce.edges) * 3)
      const bytes = new Uint8Array(some.buffer, some.byteOffset, some.byteLength)
      edgeParts.push({ from, count: some.length / 3, ...write(bytes) })
    }
    return {
      path,
      components: components.length,
      edges: edges.length / 3,
      componentParts,
      edgeParts,
      statements: statementsAt,
    }
  } finally {
    closeSync(file)
  }
}

function* inParts(components: readonly IndexedComponent[]): Generator<{ from: number; texts: string[] }> {
  let texts: string[] = []
  let length = 0
  for (const [at, component] of components.entries()) {
    const text = JSON.stringify(component)
    if (texts.length > 0 && (texts.length >= atOnce.components || length + text.length > atOnce.bytes)) {
      yield { from: at - texts.length, texts }
      texts = []
      length = 0
    }
    texts.push(text)
    length += text.length
  }
  if (texts.length > 0) yield { from: components.length - texts.length, texts }
}

function refused(path: string, what: string, most: number) {
  rmSync(path)
  const megabytes = Math.floor(most / 1_000_000).toLocaleString('en')
  return { tooLarge: `What would be kept of its ${what} is more than ${megabytes} MB. Divide the document.` }
}

/** The components from this position on, as many as are stored together. */
export async function componentsAt(index: IndexFile, position: number): Promise<readonly IndexedComponent[]> {
  const part = partWith(index.componentParts, position)
  if (!part) return []
  const components = JSON.parse((await read(index, part)).toString()) as IndexedComponent[]
  return components.slice(position - part.from)
}

/** The edges from this one on, as many as are stored together. */
export async function edgesAt(index: IndexFile, edge: number): Promise<IndexedEdges> {
  const part = partWith(index.edgeParts, edge)
  if (!part) return new Int32Array()
  const { buffer, byteOffset, byteLength } = await read(index, part)
  return new Int32Array(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer).subarray(
    (edge - part.from) * 3,
  )
}

export async function statementsOf(index: IndexFile): Promise<Bom['vex']> {
  return JSON.parse((await read(index, index.statements)).toString()) as Bom['vex']
}

const partWith = (parts: readonly Part[], position: number) =>
  parts.find(({ from, count }) => position >= from && position < from + count)

async function read({ path }: IndexFile, { at, bytes }: Range): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(bytes), 0, bytes, at)
    if (bytesRead !== bytes) throw new Error(`${path} is cut off`)
    return buffer
  } finally {
    await file.close()
  }
}
