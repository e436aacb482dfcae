import { childOf, childrenOf, childText, type XmlNode } from '@carapace/shared/core/documents/xml-tree'
import type { Fields } from './fields.ts'

/** Turns an XML document, valid by its schema, into the fields that its JSON would have: those that the model reads. */
export function jsonOfXml(root: XmlNode, version: string): Fields {
  const metadata = childOf(root, 'metadata')
  return defined({
    bomFormat: 'CycloneDX',
    specVersion: version,
    serialNumber: root.attributes['serialNumber'],
    version: root.attributes['version'],
    metadata: metadata && metadataOf(metadata),
    components: inside(root, 'components', 'component', componentOf),
    services: inside(root, 'services', 'service', serviceOf),
    dependencies: inside(root, 'dependencies', 'dependency', dependencyOf),
    vulnerabilities: inside(root, 'vulnerabilities', 'vulnerability', vulnerabilityOf),
    ...Object.fromEntries(
      ['compositions', 'annotations', 'formulation', 'declarations', 'definitions', 'citations']
        .filter((name) => childOf(root, name))
        .map((name) => [name, []]),
    ),
  })
}

function defined(fields: Record<string, unknown>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The converted elements of a list, or undefined where there is no list. */
function inside<T>(node: XmlNode | undefined, list: string, name: string, convert: (each: XmlNode) => T) {
  const found = childOf(node, list)
  return found && childrenOf(found, name).map(convert)
}

function texts(node: XmlNode, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, childText(node, name)]))
}

function metadataOf(node: XmlNode): Fields {
  const subject = childOf(node, 'component')
  const tools = childOf(node, 'tools')
  const toolTexts = (tool: XmlNode): Fields => texts(tool, 'vendor', 'group', 'name', 'version')
  return defined({
    timestamp: childText(node, 'timestamp'),
    lifecycles: inside(node, 'lifecycles', 'lifecycle', (each) => texts(each, 'phase', 'name')),
    tools:
      tools && childOf(tools, 'tool')
        ? childrenOf(tools, 'tool').map(toolTexts)
        : tools && {
            components: inside(tools, 'components', 'component', toolTexts) ?? [],
            services: inside(tools, 'services', 'service', toolTexts) ?? [],
          },
    authors: inside(node, 'authors', 'author', personOf),
    component: subject && componentOf(subject),
    manufacture: organisation(node, 'manufacture'),
    manufacturer: organisation(node, 'manufacturer'),
    supplier: organisation(node, 'supplier'),
    licenses: licencesOf(node),
  })
}

function personOf(node: XmlNode): Fields {
  return texts(node, 'name', 'email')
}

function organisation(node: XmlNode, name: string): Fields | undefined {
  const found = childOf(node, name)
  if (!found) return undefined
  return {
    name: childText(found, 'name'),
    url: childrenOf(found, 'url').map((each) => each.text.trim()),
    contact: childrenOf(found, 'contact').map(personOf),
  }
}

function licencesOf(node: XmlNode): readonly Fields[] | undefined {
  return childOf(node, 'licenses')?.children.map((each) =>
    each.name === 'expression' ? { expression: each.text.trim() } : expressionOrLicence(each),
  )
}

function expressionOrLicence(node: XmlNode): Fields {
  const detailed = node.attributes['expression']
  return detailed === undefined ? { license: texts(node, 'id', 'name') } : { expression: detailed }
}

function componentOf(node: XmlNode): Fields {
  const swid = childOf(node, 'swid')
  const crypto = childOf(node, 'cryptoProperties')
  const { attributes } = node
  return defined({
    type: attributes['type'],
    'bom-ref': attributes['bom-ref'],
    isExternal: attributes['isExternal'] === undefined ? undefined : attributes['isExternal'] === 'true',
    ...texts(node, 'author', 'publisher', 'group', 'name', 'version', 'versionRange', 'description', 'scope'),
    ...texts(node, 'copyright', 'cpe', 'purl'),
    supplier: organisation(node, 'supplier'),
    manufacturer: organisation(node, 'manufacturer'),
    authors: inside(node, 'authors', 'author', personOf),
    hashes: hashesOf(node),
    licenses: licencesOf(node),
    swhid: childrenOf(node, 'swhid').map((each) => each.text.trim()),
    swid: swid && { tagId: swid.attributes['tagId'] },
    pedigree: { patches: inside(childOf(node, 'pedigree'), 'patches', 'patch', patchOf) },
    externalReferences: inside(node, 'externalReferences', 'reference', (each) => ({
      type: each.attributes['type'],
      url: childText(each, 'url'),
      hashes: hashesOf(each),
    })),
    properties: inside(node, 'properties', 'property', (each) => ({ name: each.attributes['name'], value: each.text })),
    components: inside(node, 'components', 'component', componentOf),
    evidence: evidenceOf(childOf(node, 'evidence')),
    cryptoProperties: crypto && plainOf(crypto),
  })
}

function hashesOf(node: XmlNode): readonly Fields[] | undefined {
  return inside(node, 'hashes', 'hash', (each) => ({ alg: each.attributes['alg'], content: each.text.trim() }))
}

function serviceOf(node: XmlNode): Fields {
  return { 'bom-ref': node.attributes['bom-ref'] }
}

function patchOf(node: XmlNode): Fields {
  return {
    type: node.attributes['type'],
    diff: { url: childText(childOf(node, 'diff'), 'url') },
    resolves: inside(node, 'resolves', 'issue', (each) => texts(each, 'id', 'name')),
  }
}

function evidenceOf(node: XmlNode | undefined): Fields | undefined {
  return (
    node && {
      identity: childrenOf(node, 'identity').map((each) => ({
        confidence: numberOf(childText(each, 'confidence')),
        methods: inside(each, 'methods', 'method', (method) =>
          defined({ technique: childText(method, 'technique'), confidence: numberOf(childText(method, 'confidence')) }),
        ),
      })),
      occurrences: inside(node, 'occurrences', 'occurrence', (each) => texts(each, 'location')),
    }
  )
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined || text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)
}

/** A dependency nests what it depends on, one level deep, and what it provides. */
function dependencyOf(node: XmlNode): Fields {
  const refs = (name: string): readonly (string | undefined)[] =>
    childrenOf(node, name).map((each) => each.attributes['ref'])
  return { ref: node.attributes['ref'], dependsOn: refs('dependency'), provides: refs('provides') }
}

function vulnerabilityOf(node: XmlNode): Fields {
  const analysis = childOf(node, 'analysis')
  return defined({
    ...texts(node, 'id', 'published', 'updated'),
    references: inside(node, 'references', 'reference', (each) => texts(each, 'id')),
    ratings: inside(node, 'ratings', 'rating', (each) => texts(each, 'vector')),
    analysis: analysis && {
      ...texts(analysis, 'state', 'justification', 'detail', 'firstIssued', 'lastUpdated'),
      response: inside(analysis, 'responses', 'response', (each) => each.text.trim()),
    },
    affects: inside(node, 'affects', 'target', (each) => ({
      ref: childText(each, 'ref'),
      versions: inside(each, 'versions', 'version', (version) => texts(version, 'version', 'range', 'status')),
    })),
  })
}

/** Elements as fields; those that repeat, and those in an element whose name is their plural, as lists. */
function plainOf(node: XmlNode): unknown {
  if (node.children.length === 0) {
    const text = node.text.trim()
    return /(?:Level|Size|size)$/.test(node.name) ? (numberOf(text) ?? text) : text
  }
  const names = new Set(node.children.map(({ name }) => name))
  const [only] = names
  if (names.size === 1 && (node.children.length > 1 || [`${only}s`, only?.replace(/y$/, 'ies')].includes(node.name)))
    return node.children.map(plainOf)
  const fields: Record<string, unknown> = {}
  for (const name of names) {
    const values = childrenOf(node, name).map(plainOf)
    fields[name] = values.length === 1 ? values[0] : values
  }
  return fields
}
