import { type Fields, fieldsOf, objectIn, objectsOf, textOf, textsOf } from '../fields.ts'
import type { Lost } from './lost.ts'
import { type Element, xmlText } from './xml-writer.ts'

/** The XML of a document that `cycloneDxOf` made; elements stand in the order that the XSD of 1.6 wants. */
export function cycloneDxXml(document: Fields, lost: Lost): string {
  const metadata = fieldsOf(document['metadata'])
  const tools = objectsOf(fieldsOf(metadata['tools'])['components'])
  return xmlText([
    'bom',
    {
      xmlns: 'http://cyclonedx.org/schema/bom/1.6',
      serialNumber: document['serialNumber'],
      version: document['version'],
    },
    [
      [
        'metadata',
        {},
        [
          leaf('timestamp', metadata['timestamp']),
          list(
            'lifecycles',
            objectsOf(metadata['lifecycles']).map((each) => element('lifecycle', leaves(each, 'phase', 'name'))),
          ),
          tools.length ? ['tools', {}, [['components', {}, tools.map((each) => componentOf(each, lost))]]] : undefined,
          list(
            'authors',
            objectsOf(metadata['authors']).map((each) => element('author', leaves(each, 'name', 'email'))),
          ),
          ...objectsOf([metadata['component']]).map((each) => componentOf(each, lost)),
          organisation('supplier', metadata['supplier']),
          licences(metadata['licenses']),
        ],
      ],
      ['components', {}, objectsOf(document['components']).map((each) => componentOf(each, lost))],
      list('dependencies', objectsOf(document['dependencies']).map(dependencyOf)),
      list('vulnerabilities', objectsOf(document['vulnerabilities']).map(vulnerabilityOf)),
    ],
  ])
}

function element(name: string, content: readonly (Element | undefined)[], attributes = {}): Element {
  return [name, attributes, content]
}

function leaf(name: string, value: unknown): Element | undefined {
  return value === undefined ? undefined : [name, {}, String(value)]
}

function leaves(fields: Fields, ...names: readonly string[]): readonly (Element | undefined)[] {
  return names.map((name) => leaf(name, fields[name]))
}

function list(name: string, elements: readonly Element[]): Element | undefined {
  return elements.length ? [name, {}, elements] : undefined
}

function organisation(name: string, value: unknown): Element | undefined {
  const fields = objectIn(value)
  return fields && element(name, leaves(fields, 'name'))
}

function licences(value: unknown): Element | undefined {
  return list(
    'licenses',
    objectsOf(value).map((each) => {
      const expression = textOf(each['expression'])
      return expression === undefined
        ? element('license', leaves(fieldsOf(each['license']), 'id', 'name'))
        : (['expression', {}, expression] as const)
    }),
  )
}

function componentOf(fields: Fields, lost: Lost): Element {
  const swid = objectIn(fields['swid'])
  const evidence = fieldsOf(fields['evidence'])
  const crypto = objectIn(fields['cryptoProperties'])
  if (crypto) lost.add('cryptographic properties: written as JSON only', String(fields['bom-ref']))
  return element(
    'component',
    [
      organisation('supplier', fields['supplier']),
      list(
        'authors',
        objectsOf(fields['authors']).map((each) => element('author', leaves(each, 'name', 'email'))),
      ),
      ...leaves(fields, 'group', 'name', 'version', 'description', 'scope'),
      list(
        'hashes',
        objectsOf(fields['hashes']).map((each) => ['hash', { alg: each['alg'] }, String(each['content'])]),
      ),
      licences(fields['licenses']),
      ...leaves(fields, 'copyright', 'cpe', 'purl'),
      ...textsOf(fields['swhid']).map((id): Element => ['swhid', {}, id]),
      swid && (['swid', { tagId: swid['tagId'], name: swid['name'] }] as const),
      list(
        'pedigree',
        [list('patches', objectsOf(fieldsOf(fields['pedigree'])['patches']).map(patchOf))].filter(
          (each) => each !== undefined,
        ),
      ),
      list(
        'externalReferences',
        objectsOf(fields['externalReferences']).map((each) =>
          element('reference', leaves(each, 'url'), { type: each['type'] }),
        ),
      ),
      list(
        'properties',
        objectsOf(fields['properties']).map((each) => ['property', { name: each['name'] }, String(each['value'])]),
      ),
      list(
        'components',
        objectsOf(fields['components']).map((each) => componentOf(each, lost)),
      ),
      fields['evidence'] === undefined ? undefined : evidenceOf(evidence),
    ],
    { type: fields['type'], 'bom-ref': fields['bom-ref'] },
  )
}

function patchOf(patch: Fields): Element {
  const diff = objectIn(patch['diff'])
  return element(
    'patch',
    [
      diff && element('diff', leaves(diff, 'url')),
      list(
        'resolves',
        objectsOf(patch['resolves']).map((each) => element('issue', leaves(each, 'id'), { type: each['type'] })),
      ),
    ],
    { type: patch['type'] },
  )
}

function evidenceOf(evidence: Fields): Element {
  return element('evidence', [
    ...objectsOf(evidence['identity']).map((each) =>
      element('identity', [
        leaf('field', each['field']),
        list(
          'methods',
          objectsOf(each['methods']).map((method) => element('method', leaves(method, 'technique', 'confidence'))),
        ),
      ]),
    ),
    list(
      'occurrences',
      objectsOf(evidence['occurrences']).map((each) => element('occurrence', leaves(each, 'location'))),
    ),
  ])
}

function dependencyOf(fields: Fields): Element {
  return element(
    'dependency',
    [
      ...textsOf(fields['dependsOn']).map((ref): Element => ['dependency', { ref }]),
      ...textsOf(fields['provides']).map((ref): Element => ['provides', { ref }]),
    ],
    { ref: fields['ref'] },
  )
}

function vulnerabilityOf(fields: Fields): Element {
  const analysis = fieldsOf(fields['analysis'])
  return element('vulnerability', [
    leaf('id', fields['id']),
    list(
      'references',
      objectsOf(fields['references']).map((each) =>
        element('reference', [leaf('id', each['id']), element('source', leaves(fieldsOf(each['source']), 'name'))]),
      ),
    ),
    list(
      'ratings',
      objectsOf(fields['ratings']).map((each) => element('rating', leaves(each, 'method', 'vector'))),
    ),
    element('analysis', [
      ...leaves(analysis, 'state', 'justification'),
      list(
        'responses',
        textsOf(analysis['response']).map((each) => ['response', {}, each]),
      ),
      ...leaves(analysis, 'detail', 'firstIssued', 'lastUpdated'),
    ]),
    list(
      'affects',
      objectsOf(fields['affects']).map((each) =>
        element('target', [
          leaf('ref', each['ref']),
          list(
            'versions',
            objectsOf(each['versions']).map((version) => element('version', leaves(version, 'range', 'status'))),
          ),
        ]),
      ),
    ),
  ])
}
