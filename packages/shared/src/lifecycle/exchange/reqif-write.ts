import { reqifId, type ReqifName, reqifNames } from './reqif-shape.ts'
import { xmlText } from '../../core/documents/xml-text.ts'

/** A requirement to export. */
export interface ReqifRequirement {
  readonly uuid: string
  /** Our attributes as texts; empty ones are left out. */
  readonly attributes: Readonly<Record<ReqifName, string>>
  readonly foreign: Readonly<Record<string, string>>
  readonly changedAt: string
}

interface Document {
  readonly title: string
  readonly madeAt: string
  readonly requirements: readonly ReqifRequirement[]
  /** Pairs of a requirement and one that refines it: parent, then child. */
  readonly refines: readonly (readonly [string, string])[]
}

/** A requirement's identifier in ReqIF: the one of the tool that it came from, else one made from its uuid. */
export const identifierOf = ({ uuid, foreign }: Pick<ReqifRequirement, 'uuid' | 'foreign'>) =>
  foreign[reqifId] ?? `_${uuid}`

/**
 * Requirements as ReqIF 1.2 (OMG formal/2016-07-01): one type of objects, every attribute a string, one specification.
 * In the hierarchy a requirement is below the first requirement that it refines; further ones are relations (rules
 * EXCHANGE-16, EXCHANGE-17).
 */
export function* reqifText({ title, madeAt, requirements, refines }: Document): Generator<string> {
  const foreignNames = [...new Set(requirements.flatMap(({ foreign }) => Object.keys(foreign)))]
    .filter((name) => name !== reqifId)
    .sort()
  const ours = Object.keys(reqifNames) as ReqifName[]
  const names = [
    ...ours.map((key) => reqifNames[key][0] as string),
    ...foreignNames.filter((name) => !ours.some((key) => reqifNames[key][0] === name)),
  ]
  const idOfName = new Map(names.map((name, i) => [name, `_attribute-${i + 1}`]))
  const changed = `LAST-CHANGE="${madeAt}"`

  yield '<?xml version="1.0" encoding="UTF-8"?>\n<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd">\n'
  yield (
    `<THE-HEADER><REQ-IF-HEADER IDENTIFIER="_header"><CREATION-TIME>${madeAt}</CREATION-TIME>` +
    '<REQ-IF-TOOL-ID>Carapace</REQ-IF-TOOL-ID><REQ-IF-VERSION>1.0</REQ-IF-VERSION>' +
    `<SOURCE-TOOL-ID>Carapace</SOURCE-TOOL-ID><TITLE>${xmlText(title)}</TITLE></REQ-IF-HEADER></THE-HEADER>\n`
  )
  yield (
    `<CORE-CONTENT><REQ-IF-CONTENT>\n<DATATYPES><DATATYPE-DEFINITION-STRING IDENTIFIER="_text" ${changed} ` +
    'LONG-NAME="Text" MAX-LENGTH="20000"/></DATATYPES>\n'
  )
  yield `<SPEC-TYPES><SPEC-OBJECT-TYPE IDENTIFIER="_requirement" ${changed} LONG-NAME="Requirement"><SPEC-ATTRIBUTES>\n`
  for (const [name, id] of idOfName)
    yield (
      `<ATTRIBUTE-DEFINITION-STRING IDENTIFIER="${id}" ${changed} LONG-NAME="${xmlText(name)}"><TYPE>` +
      '<DATATYPE-DEFINITION-STRING-REF>_text</DATATYPE-DEFINITION-STRING-REF></TYPE></ATTRIBUTE-DEFINITION-STRING>\n'
    )
  yield (
    '</SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE>' +
    `<SPECIFICATION-TYPE IDENTIFIER="_specification-type" ${changed} LONG-NAME="Specification"/>` +
    `<SPEC-RELATION-TYPE IDENTIFIER="_refines" ${changed} LONG-NAME="refines"/></SPEC-TYPES>\n<SPEC-OBJECTS>\n`
  )
  for (const requirement of requirements) yield objectXml(requirement, ours, idOfName)
  yield '</SPEC-OBJECTS>\n<SPEC-RELATIONS>\n'

  const byUuid = new Map(requirements.map((one) => [one.uuid, one]))
  const children = new Map<string, string[]>()
  const placed = new Set<string>()
  for (const [parent, child] of refines) {
    if (!byUuid.has(parent) || !byUuid.has(child)) continue
    if (placed.has(child)) yield relationXml(byUuid.get(child)!, byUuid.get(parent)!, madeAt)
    else if (children.has(parent)) children.get(parent)!.push(child)
    else children.set(parent, [child])
    placed.add(child)
  }
  yield (
    '</SPEC-RELATIONS>\n<SPECIFICATIONS>' +
    `<SPECIFICATION IDENTIFIER="_specification" ${changed} LONG-NAME="${xmlText(title)}"><TYPE>` +
    '<SPECIFICATION-TYPE-REF>_specification-type</SPECIFICATION-TYPE-REF></TYPE><CHILDREN>\n'
  )
  for (const { uuid } of requirements) if (!placed.has(uuid)) yield* hierarchyXml(uuid, byUuid, children, madeAt)
  yield '</CHILDREN></SPECIFICATION></SPECIFICATIONS>\n</REQ-IF-CONTENT></CORE-CONTENT>\n</REQ-IF>\n'
}

function objectXml(
  requirement: ReqifRequirement,
  ours: readonly ReqifName[],
  idOfName: ReadonlyMap<string, string>,
): string {
  const { attributes, foreign, changedAt } = requirement
  const values = new Map(Object.entries(foreign).filter(([name]) => name !== reqifId))
  for (const key of ours) if (attributes[key] !== '') values.set(reqifNames[key][0], attributes[key])
  const valueElements = [...values].map(
    ([name, value]) =>
      `<ATTRIBUTE-VALUE-STRING THE-VALUE="${attributeText(value)}"><DEFINITION>` +
      `<ATTRIBUTE-DEFINITION-STRING-REF>${idOfName.get(name)}</ATTRIBUTE-DEFINITION-STRING-REF>` +
      '</DEFINITION></ATTRIBUTE-VALUE-STRING>',
  )
  return (
    `<SPEC-OBJECT IDENTIFIER="${xmlText(identifierOf(requirement))}" LAST-CHANGE="${changedAt}">` +
    '<TYPE><SPEC-OBJECT-TYPE-REF>_requirement</SPEC-OBJECT-TYPE-REF></TYPE>' +
    `<VALUES>${valueElements.join('')}</VALUES></SPEC-OBJECT>\n`
  )
}

/** A text for an attribute. XML readers change line breaks and tabs to spaces, unless they are character references. */
const attributeText = (value: string) => xmlText(value).replaceAll(/[\n\r\t]/g, (mark) => `&#${mark.charCodeAt(0)};`)

function relationXml(child: ReqifRequirement, parent: ReqifRequirement, madeAt: string): string {
  const end = (requirement: ReqifRequirement) =>
    `<SPEC-OBJECT-REF>${xmlText(identifierOf(requirement))}</SPEC-OBJECT-REF>`
  return (
    `<SPEC-RELATION IDENTIFIER="_${child.uuid}_${parent.uuid}" LAST-CHANGE="${madeAt}">` +
    '<TYPE><SPEC-RELATION-TYPE-REF>_refines</SPEC-RELATION-TYPE-REF></TYPE>' +
    `<SOURCE>${end(child)}</SOURCE><TARGET>${end(parent)}</TARGET></SPEC-RELATION>\n`
  )
}

/** A requirement with all requirements below it; without recursion, since a chain may be as long as the program. */
function* hierarchyXml(
  root: string,
  byUuid: ReadonlyMap<string, ReqifRequirement>,
  children: ReadonlyMap<string, readonly string[]>,
  madeAt: string,
): Generator<string> {
  const todo: ({ readonly open: string } | { readonly close: string })[] = [{ open: root }]
  for (let next = todo.pop(); next; next = todo.pop()) {
    if ('close' in next) {
      yield next.close
      continue
    }
    const under = children.get(next.open) ?? []
    yield (
      `<SPEC-HIERARCHY IDENTIFIER="_h-${next.open}" LAST-CHANGE="${madeAt}"><OBJECT>` +
      `<SPEC-OBJECT-REF>${xmlText(identifierOf(byUuid.get(next.open)!))}</SPEC-OBJECT-REF></OBJECT>` +
      (under.length > 0 ? '<CHILDREN>\n' : '')
    )
    todo.push({ close: `${under.length > 0 ? '</CHILDREN>' : ''}</SPEC-HIERARCHY>\n` })
    for (const child of under.toReversed()) todo.push({ open: child })
  }
}
