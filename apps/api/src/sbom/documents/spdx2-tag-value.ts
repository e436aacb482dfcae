import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import type { Fields } from './fields.ts'
import { mostFaults } from './limits.ts'

/** A document in the shape of SPDX's JSON, with the line on which each of its objects begins. */
export interface LinedDocument {
  readonly document: Fields
  readonly lines: ReadonlyMap<object, number>
}

interface Tag {
  readonly name: string
  readonly value: string
  readonly line: number
}

type Entry = Record<string, unknown>

/** Tags that set one field of the object that stands before them, by the kind of that object. */
const fieldsOfTags = {
  document: { SPDXVersion: 'spdxVersion', DataLicense: 'dataLicense', SPDXID: 'SPDXID', DocumentName: 'name' },
  creation: { Created: 'created', CreatorComment: 'comment', LicenseListVersion: 'licenseListVersion' },
  package: {
    SPDXID: 'SPDXID',
    PackageVersion: 'versionInfo',
    PackageFileName: 'packageFileName',
    PackageSupplier: 'supplier',
    PackageOriginator: 'originator',
    PackageDownloadLocation: 'downloadLocation',
    PackageHomePage: 'homepage',
    PackageSourceInfo: 'sourceInfo',
    PackageLicenseConcluded: 'licenseConcluded',
    PackageLicenseDeclared: 'licenseDeclared',
    PackageLicenseComments: 'licenseComments',
    PackageCopyrightText: 'copyrightText',
    PackageSummary: 'summary',
    PackageDescription: 'description',
    PackageComment: 'comment',
    PrimaryPackagePurpose: 'primaryPackagePurpose',
    BuiltDate: 'builtDate',
    ReleaseDate: 'releaseDate',
    ValidUntilDate: 'validUntilDate',
  },
  file: {
    SPDXID: 'SPDXID',
    LicenseConcluded: 'licenseConcluded',
    LicenseComments: 'licenseComments',
    FileCopyrightText: 'copyrightText',
    FileComment: 'comment',
    FileNotice: 'noticeText',
  },
  snippet: { SnippetFromFileSPDXID: 'snippetFromFile', SnippetName: 'name', SnippetComment: 'comment' },
  licence: { ExtractedText: 'extractedText', LicenseName: 'name', LicenseComment: 'comment' },
} as const

/** Tags that belong to SPDX 2 and have no place in the model. */
const others: ReadonlySet<string> = new Set(
  `DocumentComment Annotator AnnotationDate AnnotationType AnnotationComment SPDXREF Reviewer ReviewDate ReviewComment
  RelationshipComment ExternalRefComment PackageVerificationCode PackageLicenseInfoFromFiles PackageAttributionText
  FileAttributionText SnippetAttributionText FileContributor FileDependency ArtifactOfProjectName
  ArtifactOfProjectHomePage ArtifactOfProjectURI LicenseInfoInFile LicenseCrossReference SnippetByteRange
  SnippetLineRange SnippetLicenseConcluded LicenseInfoInSnippet SnippetLicenseComments
  SnippetCopyrightText`.split(/\s+/),
)

/** Reads the tags of a text; a value in `<text>` may have many lines. */
function* tagsIn(text: string, note: (line: number, message: string) => void): Generator<Tag> {
  const lines = text.split(/\r\n|\n|\r/)
  for (let at = 0; at < lines.length; at++) {
    const first = lines[at]!
    if (/^\s*(?:#|$)/.test(first)) continue
    const colon = first.indexOf(':')
    const name = first.slice(0, Math.max(colon, 0)).trim()
    if (!/^[A-Za-z]{1,40}$/.test(name)) {
      note(at + 1, 'The line is no “Tag: value”.')
      continue
    }
    const start = at
    let value = first.slice(colon + 1).trim()
    if (value.startsWith('<text>')) {
      const held = [value.slice('<text>'.length)]
      while (!held.at(-1)!.includes('</text>') && at + 1 < lines.length) held.push(lines[++at]!)
      if (!held.at(-1)!.includes('</text>')) note(start + 1, 'The <text> has no end.')
      value = held.join('\n').replace(/<\/text>[^\n]*$/, '')
    }
    yield { name, value, line: start + 1 }
  }
}

/** Turns a tag-value document (SPDX 2.3, clause 4.4) into the shape of SPDX's JSON, or reports unreadable lines. */
export function parseTagValue(text: string): LinedDocument | { readonly faults: readonly BomFault[] } {
  const faults: BomFault[] = []
  const note = (line: number, message: string): void => {
    if (faults.length < mostFaults) faults.push({ place: `line ${line}`, message })
  }
  const creation: Entry = { creators: [] }
  const document: Entry = { creationInfo: creation }
  const lines = new Map<object, number>([[document, 1]])
  const reader = createReader(document, creation, lines, note)
  for (const tag of tagsIn(text, note)) reader(tag)
  return faults.length ? { faults } : { document, lines }
}

type Kind = 'document' | 'package' | 'file' | 'snippet' | 'licence'

function createReader(
  document: Entry,
  creation: Entry,
  lines: Map<object, number>,
  note: (line: number, message: string) => void,
): (tag: Tag) => void {
  let kind: Kind = 'document'
  let current = document
  let holder: Entry | undefined

  const push = (owner: Entry, list: string, entry: Entry, line: number): Entry => {
    const entries = (owner[list] ??= []) as Entry[]
    entries.push(entry)
    lines.set(entry, line)
    return entry
  }
  const begin = (made: Kind, list: string, entry: Entry, line: number): void => {
    kind = made
    current = push(document, list, entry, line)
  }
  const begins: Record<string, (value: string, line: number) => void> = {
    PackageName: (name, line) => {
      begin('package', 'packages', { name }, line)
      holder = current
    },
    FileName: (fileName, line) => begin('file', 'files', { fileName }, line),
    SnippetSPDXID: (SPDXID, line) => begin('snippet', 'snippets', { SPDXID }, line),
    LicenseID: (licenseId, line) => begin('licence', 'hasExtractedLicensingInfos', { licenseId }, line),
    Creator: (creator) => void (creation['creators'] as string[]).push(creator),
    DocumentNamespace: (namespace) => void (document['documentNamespace'] = namespace),
    FilesAnalyzed: (value) => void (current['filesAnalyzed'] = value.toLowerCase() === 'true'),
    Relationship: (value, line) => {
      const [spdxElementId, relationshipType, ...rest] = value.split(/\s+/)
      push(document, 'relationships', { spdxElementId, relationshipType, relatedSpdxElement: rest.join(' ') }, line)
    },
    ExternalDocumentRef: (value, line) => {
      const [externalDocumentId, spdxDocument, ...rest] = value.split(/\s+/)
      const entry = { externalDocumentId, spdxDocument, checksum: hashOf(rest.join(' ')) }
      push(document, 'externalDocumentRefs', entry, line)
    },
    ExternalRef: (value, line) => {
      const [referenceCategory, referenceType, ...rest] = value.split(/\s+/)
      push(current, 'externalRefs', { referenceCategory, referenceType, referenceLocator: rest.join(' ') }, line)
    },
    PackageChecksum: (value, line) => void push(current, 'checksums', hashOf(value), line),
    FileChecksum: (value, line) => void push(current, 'checksums', hashOf(value), line),
    FileType: (value) => void ((current['fileTypes'] ??= []) as string[]).push(value),
  }

  return ({ name, value, line }) => {
    if (Object.hasOwn(begins, name)) return begins[name]!(value, line)
    if (Object.hasOwn(fieldsOfTags.creation, name)) return void (creation[camel(fieldsOfTags.creation, name)] = value)
    const fields: Readonly<Record<string, string>> = fieldsOfTags[kind]
    if (Object.hasOwn(fields, name)) {
      current[fields[name]!] = value
      // a file after a package is one of the package's (clause 8)
      if (name === 'SPDXID' && kind === 'file' && holder) ((holder['hasFiles'] ??= []) as string[]).push(value)
    } else if (!others.has(name) && !isTagOfOther(name)) note(line, `“${name}” is no tag of SPDX 2.`)
    else if (isTagOfOther(name))
      note(line, `The tag “${name}” doesn’t belong here: what it describes must begin before.`)
  }
}

function camel(fields: Readonly<Record<string, string>>, name: string): string {
  return fields[name]!
}

/** Whether a tag is one of an object of another kind. */
function isTagOfOther(name: string): boolean {
  return Object.values(fieldsOfTags).some((fields) => Object.hasOwn(fields, name))
}

function hashOf(value: string): Entry {
  const [algorithm, checksumValue] = value.split(/:\s*/)
  return { algorithm: algorithm?.trim(), checksumValue: checksumValue?.trim() ?? '' }
}

/** The line of the innermost object of a place that has one. */
export function lineOf(place: string, { document, lines }: LinedDocument): string {
  let at: unknown = document
  let line = lines.get(document)
  for (const step of place.split('/').slice(1)) {
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined
    if (typeof at === 'object' && at !== null) line = lines.get(at) ?? line
  }
  return line === undefined ? place : `line ${line}${place ? `, ${place}` : ''}`
}
