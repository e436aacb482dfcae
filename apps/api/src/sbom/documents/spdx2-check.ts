import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import { type Fields, fieldsOf, listOf, objectIn, objectsOf, textOf } from './fields.ts'
import { mostFaults } from './limits.ts'
import { expressionFault } from './spdx-expression.ts'
import { fileTypes, purposes, referenceCategories, relationshipTypes, spdxHashes } from './spdx-names.ts'

const elementId = /^SPDXRef-[A-Za-z0-9._-]+$/
// OpenEmbedded writes underscores into ids
const anyId = /^(?:DocumentRef-[A-Za-z0-9.+_-]+:)?SPDXRef-[A-Za-z0-9._-]+$/
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const creator = /^(?:Person|Organization|Tool):\s*\S/
const agent = /^(?:(?:Person|Organization):\s*\S.*|NOASSERTION)$/s

type Note = (place: string, message: string) => void

/** The faults of an SPDX 2.2 or 2.3 document against the specification, at most 100 (rule BOM-10). */
export function spdx2Faults(document: Fields): readonly BomFault[] {
  const faults: BomFault[] = []
  const note: Note = (place, message) => {
    if (faults.length < mostFaults) faults.push({ place, message })
  }
  checkHead(document, note)
  const ids = new Set<string>(['SPDXRef-DOCUMENT'])
  const declare = (fields: Fields, place: string): void => {
    const id = textOf(fields['SPDXID'])
    if (id === undefined || !elementId.test(id))
      note(`${place}/SPDXID`, 'An id is “SPDXRef-” followed by letters, digits, “.” and “-”.')
    else if (ids.has(id)) note(`${place}/SPDXID`, `The id ${id} is used before.`)
    else ids.add(id)
  }
  each(document, 'packages', note, (fields, place) => {
    declare(fields, place)
    checkPackage(fields, place, note)
  })
  each(document, 'files', note, (fields, place) => {
    declare(fields, place)
    checkFile(fields, place, note)
  })
  each(document, 'snippets', note, declare)
  each(document, 'hasExtractedLicensingInfos', note, (fields, place) => {
    if (!/^LicenseRef-[A-Za-z0-9.+-]+$/.test(textOf(fields['licenseId']) ?? ''))
      note(
        `${place}/licenseId`,
        'The id of an extracted licence is “LicenseRef-” followed by letters, digits, “.” and “-”.',
      )
    if (typeof fields['extractedText'] !== 'string')
      note(`${place}/extractedText`, 'The text of the licence is missing.')
  })
  each(document, 'relationships', note, (fields, place) => checkRelationship(fields, place, ids, note))
  return faults
}

/** Visits the objects of a list; anything else in it is a fault. */
function each(fields: Fields, name: string, note: Note, visit: (each: Fields, place: string) => void, at = ''): void {
  const value = fields[name]
  if (value === undefined || value === null) return
  if (!Array.isArray(value)) note(`${at}/${name}`, 'The value must be a list.')
  for (const [index, element] of listOf(value).entries()) {
    const inside = objectIn(element)
    if (inside) visit(inside, `${at}/${name}/${index}`)
    else note(`${at}/${name}/${index}`, 'The value must be an object.')
  }
}

function required(fields: Fields, name: string, place: string, note: Note): void {
  if (textOf(fields[name]) === undefined) note(`${place}/${name}`, `The field ${name} is missing, or is no text.`)
}

function checkHead(document: Fields, note: Note): void {
  if (document['SPDXID'] !== 'SPDXRef-DOCUMENT') note('/SPDXID', 'The id of the document is SPDXRef-DOCUMENT.')
  if (document['dataLicense'] !== 'CC0-1.0') note('/dataLicense', 'The licence of the document’s data is CC0-1.0.')
  required(document, 'name', '', note)
  const namespace = textOf(document['documentNamespace'])
  if (namespace === undefined || !/^[a-z][a-z0-9+.-]*:[^\s#]+$/i.test(namespace))
    note('/documentNamespace', 'The namespace is an absolute URI without “#”.')
  const creation = objectIn(document['creationInfo'])
  if (!creation) return note('/creationInfo', 'The object creationInfo is missing.')
  if (!isDate(creation['created'])) note('/creationInfo/created', 'The time is written as 2024-01-31T12:00:00Z.')
  const creators = listOf(creation['creators'])
  if (creators.length === 0) note('/creationInfo/creators', 'A document has a creator.')
  for (const [at, value] of creators.entries())
    if (typeof value !== 'string' || !creator.test(value))
      note(`/creationInfo/creators/${at}`, 'A creator begins with “Person:”, “Organization:” or “Tool:”.')
  each(document, 'externalDocumentRefs', note, (fields, place) => {
    if (!/^DocumentRef-[A-Za-z0-9.+_-]+$/.test(textOf(fields['externalDocumentId']) ?? ''))
      note(
        `${place}/externalDocumentId`,
        'The id is “DocumentRef-” followed by letters, digits, “.”, “+”, “_” and “-”.',
      )
    required(fields, 'spdxDocument', place, note)
    checkHash(fieldsOf(fields['checksum']), `${place}/checksum`, note)
  })
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && dateTime.test(value) && !Number.isNaN(Date.parse(value))
}

function checkHash(fields: Fields, place: string, note: Note): void {
  const known = Object.hasOwn(spdxHashes, String(fields['algorithm']))
    ? spdxHashes[String(fields['algorithm'])]
    : undefined
  if (!known) return note(`${place}/algorithm`, 'This is no hash algorithm of SPDX.')
  const value = fields['checksumValue']
  if (typeof value !== 'string' || !/^[0-9a-f]+$/i.test(value) || (known[1] && value.length !== known[1]))
    note(`${place}/checksumValue`, `A digest of ${known[0]} has ${known[1] || 'some'} hexadecimal digits.`)
}

/** Licence texts that are no expressions: they are common, and are kept as they are (rule BOM-10). */
export function licenceRemarks(document: Fields): readonly (readonly [place: string, reason: string])[] {
  const remarks: (readonly [string, string])[] = []
  for (const list of ['packages', 'files'])
    for (const [at, fields] of objectsOf(document[list]).entries())
      for (const name of ['licenseConcluded', 'licenseDeclared']) {
        const value = textOf(fields[name])
        const fault = value === undefined || remarks.length >= mostFaults ? undefined : expressionFault(value)
        if (fault !== undefined) remarks.push([`/${list}/${at}/${name}`, `this is no licence expression: ${fault}`])
      }
  return remarks
}

function checkLicence(fields: Fields, name: string, place: string, note: Note): void {
  const value = fields[name]
  if (value !== undefined && value !== null && typeof value !== 'string')
    note(`${place}/${name}`, 'The value must be a text.')
}

function checkPackage(fields: Fields, place: string, note: Note): void {
  required(fields, 'name', place, note)
  // common generators leave downloadLocation out, though it is mandatory (clause 7.7): it is listed as ignored instead
  for (const name of ['versionInfo', 'packageFileName', 'sourceInfo', 'description', 'summary', 'copyrightText'])
    if (fields[name] !== undefined && fields[name] !== null && typeof fields[name] !== 'string')
      note(`${place}/${name}`, 'The value must be a text.')
  for (const name of ['supplier', 'originator'])
    if (fields[name] !== undefined && (typeof fields[name] !== 'string' || !agent.test(fields[name])))
      note(`${place}/${name}`, 'The value begins with “Person:” or “Organization:”, or is NOASSERTION.')
  if (fields['filesAnalyzed'] !== undefined && typeof fields['filesAnalyzed'] !== 'boolean')
    note(`${place}/filesAnalyzed`, 'The value must be true or false.')
  const purpose = fields['primaryPackagePurpose']
  if (purpose !== undefined && !Object.hasOwn(purposes, String(purpose)))
    note(`${place}/primaryPackagePurpose`, 'This is no purpose of SPDX.')
  checkLicence(fields, 'licenseConcluded', place, note)
  checkLicence(fields, 'licenseDeclared', place, note)
  each(fields, 'checksums', note, (hash, at) => checkHash(hash, at, note), place)
  each(fields, 'externalRefs', note, (reference, at) => checkReference(reference, at, note), place)
}

function checkReference(fields: Fields, place: string, note: Note): void {
  if (!referenceCategories.has(String(fields['referenceCategory'])))
    note(`${place}/referenceCategory`, 'The category is SECURITY, PACKAGE-MANAGER, PERSISTENT-ID or OTHER.')
  required(fields, 'referenceType', place, note)
  const locator = textOf(fields['referenceLocator'])
  if (locator === undefined || /\s/.test(locator.trim()))
    note(`${place}/referenceLocator`, 'The locator is a text without blanks.')
}

function checkFile(fields: Fields, place: string, note: Note): void {
  required(fields, 'fileName', place, note)
  checkLicence(fields, 'licenseConcluded', place, note)
  each(fields, 'checksums', note, (hash, at) => checkHash(hash, at, note), place)
  for (const [at, type] of listOf(fields['fileTypes']).entries())
    if (!fileTypes.has(String(type))) note(`${place}/fileTypes/${at}`, 'This is no file type of SPDX.')
}

function checkRelationship(fields: Fields, place: string, ids: ReadonlySet<string>, note: Note): void {
  if (!relationshipTypes.has(String(fields['relationshipType'])))
    note(`${place}/relationshipType`, 'This is no type of relationship of SPDX.')
  for (const name of ['spdxElementId', 'relatedSpdxElement']) {
    const id = textOf(fields[name])
    if (name === 'relatedSpdxElement' && (id === 'NONE' || id === 'NOASSERTION')) continue
    if (id === undefined || !anyId.test(id)) note(`${place}/${name}`, 'The value must be the id of an element.')
    else if (id.startsWith('SPDXRef-') && !ids.has(id)) note(`${place}/${name}`, `No element has the id ${id}.`)
  }
}
