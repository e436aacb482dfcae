import type { ZipEntry } from './zip-writer.ts'

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

interface PackagePart {
  readonly file: string
  readonly type: string
}

const packageTypes = 'http://schemas.openxmlformats.org/package/2006'
export const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/**
 * What every office document (ECMA-376, part 2) begins with: the types of its parts, and which of them is the document.
 */
export function packageEntries(main: PackagePart, parts: readonly PackagePart[]): ZipEntry[] {
  const overrides = [main, ...parts].map(
    ({ file, type }) =>
      `<Override PartName="/${file}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  )
  return [
    entry(
      '[Content_Types].xml',
      `<Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    ),
    entry('_rels/.rels', relationsXml([['rId1', 'officeDocument', main.file]])),
  ]
}

export function relationsXml(relations: readonly (readonly [id: string, type: string, target: string])[]): string {
  return `<Relationships xmlns="${packageTypes}/relationships">${relations.map(([id, type, target]) => `<Relationship Id="${id}" Type="${officeRelations}/${type}" Target="${target}"/>`).join('')}</Relationships>`
}

export const entry = (name: string, xml: string): ZipEntry => ({ name, content: () => [xmlHead + xml] })
