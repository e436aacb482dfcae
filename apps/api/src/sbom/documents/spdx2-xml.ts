import type { XmlNode } from '@carapace/shared/core/documents/xml-tree'
import type { LinedDocument } from './spdx2-tag-value.ts'

/** Fields that are lists, also where a document has just one element: SPDX's XML is its JSON, without the brackets. */
const lists: ReadonlySet<string> = new Set(
  `creators externalDocumentRefs hasExtractedLicensingInfos annotations documentDescribes packages files snippets
  relationships checksums externalRefs hasFiles licenseInfoFromFiles attributionTexts fileTypes fileContributors
  licenseInfoInFiles licenseInfoInSnippets ranges seeAlsos revieweds fileDependencies crossRefs
  packageVerificationCodeExcludedFiles artifactOfs`.split(/\s+/),
)

/** Turns SPDX's XML into the shape of its JSON, with the lines of the objects. */
export function jsonOfSpdxXml(root: XmlNode): LinedDocument {
  const lines = new Map<object, number>()
  return { document: fieldsOf(root, lines), lines }
}

function fieldsOf(node: XmlNode, lines: Map<object, number>): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  lines.set(fields, node.line)
  for (const child of node.children) {
    const value = child.children.length ? fieldsOf(child, lines) : scalarOf(child)
    if (lists.has(child.name)) {
      const list = fields[child.name]
      if (Array.isArray(list)) list.push(value)
      else Object.defineProperty(fields, child.name, { value: [value], enumerable: true })
    } else Object.defineProperty(fields, child.name, { value, enumerable: true, configurable: true, writable: true })
  }
  return fields
}

function scalarOf(node: XmlNode): unknown {
  if (node.name === 'filesAnalyzed') return node.text.trim() === 'true'
  return node.text
}
