import type { Report } from '@carapace/shared/core/documents/report'
import { xmlText } from '@carapace/shared/core/documents/xml-text'
import type { ZipEntry } from './zip-writer.ts'

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

interface PackagePart {
  readonly file: string
  readonly type: string
}

const packageTypes = 'http://schemas.openxmlformats.org/package/2006'
const packageContent = 'application/vnd.openxmlformats-package'
export const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const propertiesFile = 'docProps/core.xml'

/**
 * The entries that every office document (ECMA-376, part 2) begins with: the content types of its parts, the relation
 * to the main document part, and the core properties if there are any.
 */
export function packageEntries(main: PackagePart, parts: readonly PackagePart[], properties?: string): ZipEntry[] {
  const overrides = [main, ...parts].map(({ file, type }) =>
    override(file, `application/vnd.openxmlformats-officedocument.${type}+xml`),
  )
  if (properties !== undefined) overrides.push(override(propertiesFile, `${packageContent}.core-properties+xml`))
  const relations = [relationXml('rId1', `${officeRelations}/officeDocument`, main.file)]
  if (properties !== undefined)
    relations.push(relationXml('rId2', `${packageTypes}/relationships/metadata/core-properties`, propertiesFile))
  const defaults = [
    `<Default Extension="rels" ContentType="${packageContent}.relationships+xml"/>`,
    '<Default Extension="xml" ContentType="application/xml"/>',
  ]
  return [
    entry(
      '[Content_Types].xml',
      `<Types xmlns="${packageTypes}/content-types">${defaults.join('')}${overrides.join('')}</Types>`,
    ),
    entry('_rels/.rels', allRelationsXml(relations)),
    ...(properties === undefined ? [] : [entry(propertiesFile, properties)]),
  ]
}

const override = (file: string, type: string) => `<Override PartName="/${file}" ContentType="${type}"/>`

export function relationsXml(relations: readonly (readonly [id: string, type: string, target: string])[]): string {
  return allRelationsXml(relations.map(([id, type, target]) => relationXml(id, `${officeRelations}/${type}`, target)))
}

const relationXml = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`

const allRelationsXml = (relations: readonly string[]) =>
  `<Relationships xmlns="${packageTypes}/relationships">${relations.join('')}</Relationships>`

export const entry = (name: string, xml: string): ZipEntry => ({ name, content: () => [xmlHead + xml] })

/** The core properties that a file manager shows for a document (ECMA-376, part 2). */
export function corePropertiesXml({ title, subtitle, document: { author, version } }: Report): string {
  const dublin = 'http://purl.org/dc/elements/1.1/'
  return (
    `<cp:coreProperties xmlns:cp="${packageTypes}/metadata/core-properties" xmlns:dc="${dublin}">` +
    `<dc:title>${xmlText(title)}</dc:title><dc:subject>${xmlText(subtitle)}</dc:subject><dc:creator>` +
    `${xmlText(author)}</dc:creator>` +
    `<dc:language>en</dc:language><cp:version>${xmlText(version)}</cp:version></cp:coreProperties>`
  )
}
