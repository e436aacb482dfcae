import { requirementKind } from '../development.kinds.ts'
import { type ArtefactStatus, artefactStatuses, decidedStatuses } from '../../graph/statuses.ts'
import { valueOfCell } from './cells.ts'
import type { ImportLink, ImportRow } from './import-rows.ts'
import { reqifId, type ReqifName, reqifNames } from './reqif-shape.ts'

/** What an XML document says, in its order. */
export type ReqifEvent = { readonly is: 'open'; readonly name: string; readonly attributes: Readonly<Record<string, string>> } | { readonly is: 'close'; readonly name: string } | { readonly is: 'text'; readonly text: string }

interface SpecObject {
  readonly id: string
  readonly longName: string
  readonly values: { definition: string; text: string; enums: string[] }[]
}

const longestText = 20_000
/** Elements of XHTML after which a new line begins. */
const blocks: readonly string[] = ['p', 'div', 'li', 'br', 'tr', 'h1', 'h2', 'h3', 'h4']

/**
 * Folds a ReqIF document into rows: its objects with their attributes by their long names, the hierarchy of its specifications and its relations
 * called refines as links (rules EX16, EX17). Formatted text becomes plain text.
 */
export function reqifReader() {
  const names = new Map<string, string>()
  const objects = new Map<string, SpecObject>()
  const refines = new Set<string>()
  const refiningTypes = new Set<string>()
  const path: string[] = []
  const above: string[] = []
  let isReqif = false
  let object: SpecObject | undefined
  let value: SpecObject['values'][number] | undefined
  let relation = { source: '', target: '', type: '' }
  let reference = ''

  const within = (name: string) => path.includes(name)

  function open(name: string, attributes: Readonly<Record<string, string>>): void {
    path.push(name)
    const { IDENTIFIER: id = '', 'LONG-NAME': longName = '' } = attributes
    reference = ''
    if (name === 'REQ-IF') isReqif = true
    else if (name.startsWith('ATTRIBUTE-DEFINITION-') && !name.endsWith('-REF')) names.set(id, longName || id)
    else if (name === 'ENUM-VALUE') names.set(id, longName || id)
    else if (name === 'SPEC-RELATION-TYPE' && /^refine/i.test(longName)) refiningTypes.add(id)
    else if (name === 'SPEC-OBJECT') object = { id, longName, values: [] }
    else if (name === 'SPEC-RELATION') relation = { source: '', target: '', type: '' }
    else if (name === 'SPEC-HIERARCHY') above.push('')
    else if (object && name.startsWith('ATTRIBUTE-VALUE-')) value = { definition: '', text: attributes['THE-VALUE'] ?? '', enums: [] }
  }

  function close(name: string): void {
    path.pop()
    if (name.endsWith('-REF')) refer(name, reference.trim())
    else if (value && within('THE-VALUE') && blocks.includes(name)) value.text += '\n'
    else if (object && value && name.startsWith('ATTRIBUTE-VALUE-')) {
      object.values.push(value)
      value = undefined
    } else if (object && name === 'SPEC-OBJECT') {
      objects.set(object.id, object)
      object = undefined
    } else if (name === 'SPEC-RELATION' && refiningTypes.has(relation.type)) refines.add(`${relation.target}\n${relation.source}`)
    else if (name === 'SPEC-HIERARCHY') above.pop()
  }

  function refer(name: string, id: string): void {
    if (value && name === 'ENUM-VALUE-REF') value.enums.push(id)
    else if (value && name.startsWith('ATTRIBUTE-DEFINITION-')) value.definition = id
    else if (name === 'SPEC-RELATION-TYPE-REF') relation.type = id
    else if (name === 'SPEC-OBJECT-REF' && within('SOURCE')) relation.source = id
    else if (name === 'SPEC-OBJECT-REF' && within('TARGET')) relation.target = id
    else if (name === 'SPEC-OBJECT-REF' && above.length > 0) {
      above[above.length - 1] = id
      const parent = above.findLast((one, i) => one !== '' && i < above.length - 1)
      if (parent !== undefined) refines.add(`${parent}\n${id}`)
    }
  }

  return {
    take(event: ReqifEvent): void {
      if (event.is === 'open') open(event.name, event.attributes)
      else if (event.is === 'close') close(event.name)
      else if (value && within('THE-VALUE')) value.text = `${value.text}${event.text}`.slice(0, longestText)
      else if (path.at(-1)?.endsWith('-REF')) reference = `${reference}${event.text}`.slice(0, 400)
    },
    /** The rows; undefined: it was no ReqIF. */
    end(): ImportRow[] | undefined {
      if (!isReqif) return undefined
      const parents = new Map<string, ImportLink[]>()
      for (const pair of refines) {
        const [parent = '', child = ''] = pair.split('\n')
        if (parent === child || !objects.has(parent) || !objects.has(child)) continue
        const link: ImportLink = { kind: 'refines', side: 'from', code: parent }
        parents.set(child, [...(parents.get(child) ?? []), link])
      }
      return [...objects.values()].map((one, i) => rowOfObject(one, i + 1, names, parents.get(one.id) ?? []))
    },
  }
}

function rowOfObject({ id, longName, values }: SpecObject, row: number, names: ReadonlyMap<string, string>, links: readonly ImportLink[]): ImportRow {
  const said = new Map<string, string>()
  for (const { definition, text, enums } of values) said.set(names.get(definition) ?? definition, tidy(enums.length > 0 ? enums.map((one) => names.get(one) ?? one).join(', ') : text))
  const taken = new Set<string>()
  const take = (key: ReqifName): string | undefined => {
    const name = reqifNames[key].find((one) => said.has(one) && said.get(one) !== '')
    if (name !== undefined) taken.add(name)
    return name === undefined ? undefined : said.get(name)
  }
  take('code')
  const text = take('text')
  const title = (take('title') ?? longName) || text?.split('\n')[0] || id
  const status = statusOf(take('status'))
  const fields: Record<string, unknown> = { ...(text !== undefined && { text: text.slice(0, 10_000) }) }
  for (const key of ['type', 'rationale', 'verification', 'owner', 'version'] as const) {
    const cell = take(key)
    const field = requirementKind.fields[key]
    const value = cell === undefined ? undefined : valueOfCell(field, cell)
    // a word that is none of ours stays as it came
    if (value?.ok && field.schema.safeParse(value.value).success) fields[key] = value.value
    else if (cell !== undefined) for (const name of reqifNames[key]) taken.delete(name)
  }
  const foreign = [...said].filter(([name, value]) => !taken.has(name) && value !== '').map(([name, value]) => [name.slice(0, 200), value.slice(0, longestText)])
  return { row, kind: 'requirement', code: id, title: title.slice(0, 300), status, fields: { ...fields, foreign: Object.fromEntries([...foreign, [reqifId, id]]) }, links }
}

const tidy = (text: string) => text.replaceAll(/[ \t]+/g, ' ').replaceAll(/ ?\n ?/g, '\n').replaceAll(/\n{3,}/g, '\n\n').trim()

/** What only a review says is not taken from a file. */
function statusOf(text: string | undefined): ArtefactStatus | undefined {
  const word = text?.toUpperCase().replaceAll(/[\s-]+/g, '_')
  return artefactStatuses.find((status) => status === word && requirementKind.statuses.includes(status) && !decidedStatuses.includes(status))
}
