import type { Bom, BomComponent } from '@carapace/shared/sbom/documents/bom'

/** What points about a component need of the document. */
export interface QualityContext {
  /** Refs with a statement on their dependencies, or that others depend on, or that are inside another. */
  readonly related: ReadonlySet<string>
  readonly expressions: (licence: string) => boolean
}

/** One point of a profile: what must be there, how much it counts, and what to do where it is missing. */
export type QualityPoint = { readonly key: string; readonly weight: number; readonly advice: string } & (
  | { readonly about: 'document'; readonly met: (bom: Bom) => boolean }
  | { readonly about: 'component'; readonly met: (component: BomComponent, context: QualityContext) => boolean }
)

type Check = QualityPoint extends infer Point ? Omit<Point & QualityPoint, 'weight'> : never

function property(component: BomComponent, ...names: readonly string[]): boolean {
  return component.properties.some(({ name, value }) => value !== '' && names.includes(name))
}

/** Checks that profiles share. */
const checks = {
  author: {
    key: 'author',
    about: 'document',
    met: ({ head }: Bom) => head.authors.length > 0 || head.supplier !== undefined,
    advice: 'Name who made the document (metadata.authors or supplier; creationInfo.creators).',
  },
  contact: {
    key: 'contact',
    about: 'document',
    met: ({ head }: Bom) => [...head.authors, head.supplier ?? ''].some((each) => /\S@\S|https?:\/\//.test(each)),
    advice: 'Give an e-mail address or a URL of who made the document.',
  },
  timestamp: {
    key: 'timestamp',
    about: 'document',
    met: ({ head }: Bom) => head.created !== undefined && !Number.isNaN(Date.parse(head.created)),
    advice: 'State when the document was made.',
  },
  tool: {
    key: 'tool',
    about: 'document',
    met: ({ head }: Bom) => head.tools.length > 0,
    advice: 'Name the tool that made the document, with its version.',
  },
  lifecycle: {
    key: 'lifecycle',
    about: 'document',
    met: ({ head }: Bom) => head.lifecycles.length > 0,
    advice: 'State the phase in which the document was made, such as build (metadata.lifecycles).',
  },
  identity: {
    key: 'document-id',
    about: 'document',
    met: ({ head }: Bom) => head.id !== undefined,
    advice: 'Give the document an id of its own (serialNumber, documentNamespace).',
  },
  subject: {
    key: 'subject',
    about: 'document',
    met: ({ subject }: Bom) => subject !== undefined,
    advice: 'Name the software that the document is about (metadata.component; a DESCRIBES relationship).',
  },
  supplier: {
    key: 'supplier',
    about: 'component',
    met: ({ supplier, author }: BomComponent) => (supplier ?? author) !== undefined,
    advice: 'Name the supplier of each component.',
  },
  name: {
    key: 'name',
    about: 'component',
    met: ({ name }: BomComponent) => name !== '',
    advice: 'Name each component.',
  },
  version: {
    key: 'version',
    about: 'component',
    met: ({ version }: BomComponent) => version !== undefined,
    advice: 'Give each component its version; the date of a file without one.',
  },
  identifier: {
    key: 'identifier',
    about: 'component',
    met: ({ purl, cpe, swid, swhids }: BomComponent) => (purl ?? cpe ?? swid ?? swhids[0]) !== undefined,
    advice: 'Give each component an identifier that others know: a purl, a CPE, a SWID or a SWHID.',
  },
  purl: {
    key: 'purl',
    about: 'component',
    met: ({ purl }: BomComponent) => purl !== undefined,
    advice: 'Give each component a purl: vulnerabilities are matched with it.',
  },
  relationship: {
    key: 'dependencies',
    about: 'component',
    met: ({ ref }: BomComponent, { related }: QualityContext) => related.has(ref),
    advice: 'State what each component depends on, or that it depends on nothing.',
  },
  hash: {
    key: 'hash',
    about: 'component',
    met: ({ hashes }: BomComponent) =>
      hashes.some(({ algorithm }) => /^(?:SHA|BLAKE)/.test(algorithm) && algorithm !== 'SHA-1'),
    advice: 'Give each component a digest of SHA-256 or stronger.',
  },
  sha512: {
    key: 'hash-sha-512',
    about: 'component',
    met: ({ hashes }: BomComponent) => hashes.some(({ algorithm }) => algorithm === 'SHA-512'),
    advice: 'Give each component the SHA-512 of what is deployed.',
  },
  licence: {
    key: 'licence',
    about: 'component',
    met: ({ licence }: BomComponent) => licence !== undefined,
    advice: 'State the licence of each component.',
  },
  expression: {
    key: 'licence-expression',
    about: 'component',
    met: ({ licence }: BomComponent, { expressions }: QualityContext) => licence !== undefined && expressions(licence),
    advice: 'Write licences as SPDX expressions of ids of the SPDX list.',
  },
  filename: {
    key: 'filename',
    about: 'component',
    met: (each: BomComponent) => each.paths.length > 0 || property(each, 'bsi:component:filename'),
    advice: 'Give the file name of each component (evidence.occurrences, or the property bsi:component:filename).',
  },
  kind: {
    key: 'executable-archive-structured',
    about: 'component',
    met: (each: BomComponent) =>
      property(each, 'bsi:component:executable') &&
      property(each, 'bsi:component:archive') &&
      property(each, 'bsi:component:structured'),
    advice: 'State whether each file is executable, an archive, structured (properties bsi:component:executable …).',
  },
  source: {
    key: 'source',
    about: 'component',
    met: ({ references }: BomComponent) =>
      references.some(({ type }) => /^(?:vcs|source-distribution|distribution|website)$/.test(type)),
    advice: 'Give the address of the source or of the distribution.',
  },
} as const satisfies Record<string, Check>

function points(weights: Partial<Record<keyof typeof checks, number>>): readonly QualityPoint[] {
  return Object.entries(weights).map(([name, weight]) => ({ ...checks[name as keyof typeof checks], weight }))
}

/** The profiles, each with its source; a weight of 2 marks what vulnerabilities can't be matched without. */
export const qualityProfiles: readonly { readonly name: string; readonly points: readonly QualityPoint[] }[] = [
  {
    // The Minimum Elements For a Software Bill of Materials (NTIA, July 2021), data fields
    name: 'NTIA minimum elements',
    points: points({ supplier: 1, name: 1, version: 2, identifier: 2, relationship: 1, author: 1, timestamp: 1 }),
  },
  {
    // BSI TR-03183-2, version 2.1.0, clauses 5.2.1 to 5.2.5
    name: 'BSI TR-03183-2',
    points: points({
      contact: 1,
      timestamp: 1,
      identity: 1,
      supplier: 1,
      name: 1,
      version: 1,
      filename: 1,
      relationship: 1,
      expression: 1,
      sha512: 1,
      kind: 1,
      source: 1,
      identifier: 1,
    }),
  },
  {
    // CISA's minimum elements (draft of 2025), and what Auto-ISAC's working group asks of suppliers of vehicles
    name: 'CISA and Auto-ISAC',
    points: points({
      author: 1,
      timestamp: 1,
      tool: 1,
      lifecycle: 1,
      subject: 1,
      supplier: 1,
      name: 1,
      version: 2,
      purl: 2,
      identifier: 1,
      relationship: 1,
      hash: 1,
      licence: 1,
    }),
  },
]
