import { type Fields, fieldsOf, objectsOf, textOf, textsOf } from '../fields.ts'

const packageTags: readonly (readonly [tag: string, field: string])[] = [
  ['PackageVersion', 'versionInfo'],
  ['PackageFileName', 'packageFileName'],
  ['PackageSupplier', 'supplier'],
  ['PackageOriginator', 'originator'],
  ['PackageDownloadLocation', 'downloadLocation'],
  ['FilesAnalyzed', 'filesAnalyzed'],
  ['PackageHomePage', 'homepage'],
  ['PackageSourceInfo', 'sourceInfo'],
  ['PackageLicenseConcluded', 'licenseConcluded'],
  ['PackageLicenseDeclared', 'licenseDeclared'],
  ['PackageCopyrightText', 'copyrightText'],
  ['PackageDescription', 'description'],
  ['PrimaryPackagePurpose', 'primaryPackagePurpose'],
]

/** The tag-value text of a document that `spdx2Of` made. */
export function tagValueOf(document: Fields): string {
  const lines: string[] = []
  const tag = (name: string, value: unknown): void => {
    if (value !== undefined) lines.push(`${name}: ${valueOf(String(value))}`)
  }
  tag('SPDXVersion', document['spdxVersion'])
  tag('DataLicense', document['dataLicense'])
  tag('SPDXID', document['SPDXID'])
  tag('DocumentName', document['name'])
  tag('DocumentNamespace', document['documentNamespace'])
  const creation = fieldsOf(document['creationInfo'])
  for (const each of textsOf(creation['creators'])) tag('Creator', each)
  tag('Created', creation['created'])
  // files stand before packages: after one they would belong to it
  for (const file of objectsOf(document['files'])) {
    lines.push('')
    tag('FileName', file['fileName'])
    tag('SPDXID', file['SPDXID'])
    for (const each of objectsOf(file['checksums']))
      tag('FileChecksum', `${each['algorithm']}: ${each['checksumValue']}`)
    tag('LicenseConcluded', file['licenseConcluded'])
    tag('FileCopyrightText', file['copyrightText'])
  }
  for (const each of objectsOf(document['packages'])) {
    lines.push('')
    tag('PackageName', each['name'])
    tag('SPDXID', each['SPDXID'])
    for (const [name, field] of packageTags) tag(name, each[field])
    for (const hash of objectsOf(each['checksums']))
      tag('PackageChecksum', `${hash['algorithm']}: ${hash['checksumValue']}`)
    for (const reference of objectsOf(each['externalRefs']))
      tag(
        'ExternalRef',
        `${reference['referenceCategory']} ${reference['referenceType']} ${reference['referenceLocator']}`,
      )
  }
  for (const each of objectsOf(document['hasExtractedLicensingInfos'])) {
    lines.push('')
    tag('LicenseID', each['licenseId'])
    tag('ExtractedText', each['extractedText'])
    tag('LicenseName', each['name'])
  }
  lines.push('')
  for (const each of objectsOf(document['relationships']))
    tag('Relationship', `${each['spdxElementId']} ${each['relationshipType']} ${each['relatedSpdxElement']}`)
  return `${lines.join('\n')}\n`
}

/** A text of several lines stands between `<text>` marks; a mark inside it is broken up. */
function valueOf(text: string): string {
  if (!/[\r\n]|^\s|\s$|<\/?text>/.test(text)) return textOf(text) ?? '<text></text>'
  return `<text>${text.replaceAll(/<(\/?)text>/g, '< $1text>')}</text>`
}
