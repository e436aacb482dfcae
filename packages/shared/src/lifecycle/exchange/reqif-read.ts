import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import { requirementKind } from '../kinds/development.kinds.ts'
import { type ArtefactStatus, artefactStatuses, decidedStatuses } from '../../graph/artefacts/statuses.ts'
import { valueOfCell } from './cells.ts'
import type { ImportLink, ImportRow } from './import-rows.ts'
import { reqifId, type ReqifName, reqifNames } from './reqif-shape.ts'

/** The events of an XML document, in document order. */
export type ReqifEvent =
  | { readonly is: 'open'; readonly name: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly is: 'close'; readonly name: string }
  | { readonly is: 'text'; readonly text: string }

interface SpecObject {
  readonly id: string
  readonly longName: string
  readonly values: { definition: string; text: string; enums: string[] }[]
}

/** The maximum sizes of a file. */
export interface ReqifLimits {
  readonly objects: number
  readonly relations: number
  /** Values and their definitions. */
  readonly values: number
  /** Characters of all stored texts. */
  readonly text: number
}

/** The maximum characters of one value, before its markup and white space are removed. */
const longestValue = 1_000_000
const longestName = 200
const longestTitle = 300
/** Elements of XHTML that end with a line break. */
const blocks: readonly string[] = ['p', 'div', 'li', 'br', 'tr', 'h1', 'h2', 'h3', 'h4']

/**
 * Folds a ReqIF document into rows: its objects with their attributes by their long names, the hierarchy of its
 * specifications and its relations named refines as links (rules EXCHANGE-16, EXCHANGE-17). Formatted text becomes
 * plain text. Input over a limit is refused while it is read (rule EXCHANGE-25). `owned` copies a text that would keep
 * a larger text in memory.
 */
export function reqifReader(limits: ReqifLimits, owned: (text: string) => string = (text) => text) {
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
  let values = 0
  let characters = 0
  let trouble: string | undefined

  const within = (name: string) => path.includes(name)
  const refuse = (why: string) => void (trouble ??= why)

  function count(text: string): void {
    characters += text.length
    if (characters > limits.text) refuse('It holds too much text. Import it in parts.')
  }

  /** Stores a text, and counts it. */
  function keep(text: string): string {
    count(text)
    return owned(text)
  }

  function countValue(): void {
    if (++values > limits.values) refuse(`It has more than ${limits.values.toLocaleString('en')} values.`)
  }

  function define(id: string, name: string): void {
    countValue()
    if (name.length > longestName) refuse(`Something in it has a name of more than ${longestName} characters.`)
    names.set(keep(id), keep(name))
  }

  function refine(parent: string, child: string): void {
    const pair = `${parent}\n${child}`
    if (refines.has(pair)) return
    refines.add(keep(pair))
    if (refines.size > limits.relations)
      refuse(`It has more than ${limits.relations.toLocaleString('en')} relations, and a program holds no more links.`)
  }

  function open(name: string, attributes: Readonly<Record<string, string>>): void {
    path.push(name)
    const { IDENTIFIER: id = '', 'LONG-NAME': longName = '' } = attributes
    reference = ''
    if (name === 'REQ-IF') isReqif = true
    else if (name.startsWith('ATTRIBUTE-DEFINITION-') && !name.endsWith('-REF')) define(id, longName || id)
    else if (name === 'ENUM-VALUE') define(id, longName || id)
    else if (name === 'SPEC-RELATION-TYPE' && /^refine/i.test(longName)) refiningTypes.add(keep(id))
    else if (name === 'SPEC-OBJECT') object = { id: keep(id), longName: keep(longName), values: [] }
    else if (name === 'SPEC-RELATION') relation = { source: '', target: '', type: '' }
    else if (name === 'SPEC-HIERARCHY') above.push('')
    else if (object && name.startsWith('ATTRIBUTE-VALUE-'))
      value = { definition: '', text: attributes['THE-VALUE'] ?? '', enums: [] }
  }

  function close(name: string): void {
    path.pop()
    if (name.endsWith('-REF')) refer(name, reference.trim())
    else if (value && within('THE-VALUE') && blocks.includes(name)) say('\n')
    else if (object && value && name.startsWith('ATTRIBUTE-VALUE-')) {
      const text = tidy(value.text)
      // tools also write attributes that nobody filled in
      if (text !== '' || value.enums.length > 0) {
        countValue()
        object.values.push({ definition: keep(value.definition), text: keep(text), enums: value.enums })
      }
      value = undefined
    } else if (object && name === 'SPEC-OBJECT') {
      objects.set(object.id, object)
      if (objects.size > limits.objects)
        refuse(
          `It has more than ${limits.objects.toLocaleString('en')} objects, and a program holds no more artefacts.`,
        )
      object = undefined
    } else if (name === 'SPEC-RELATION' && refiningTypes.has(relation.type)) refine(relation.target, relation.source)
    else if (name === 'SPEC-HIERARCHY') above.pop()
  }

  function refer(name: string, id: string): void {
    if (value && name === 'ENUM-VALUE-REF') {
      countValue()
      value.enums.push(keep(id))
    } else if (value && name.startsWith('ATTRIBUTE-DEFINITION-')) value.definition = id
    else if (name === 'SPEC-RELATION-TYPE-REF') relation.type = id
    else if (name === 'SPEC-OBJECT-REF' && within('SOURCE')) relation.source = id
    else if (name === 'SPEC-OBJECT-REF' && within('TARGET')) relation.target = id
    else if (name === 'SPEC-OBJECT-REF' && above.length > 0) {
      above[above.length - 1] = id
      const parent = above.findLast((one, i) => one !== '' && i < above.length - 1)
      if (parent !== undefined) refine(parent, id)
    }
  }

  function say(text: string): void {
    if (value && within('THE-VALUE')) {
      value.text += text
      if (value.text.length > longestValue)
        refuse(`A value of it is longer than ${longestValue.toLocaleString('en')} characters.`)
    } else if (path.at(-1)?.endsWith('-REF')) reference = `${reference}${text}`.slice(0, 400)
  }

  return {
    /** Takes an event; returns why the file is refused, as soon as this is known. */
    take(event: ReqifEvent): string | undefined {
      if (event.is === 'open') open(event.name, event.attributes)
      else if (event.is === 'close') close(event.name)
      else say(event.text)
      return trouble
    },
    /** The rows, after all events were taken. */
    end(): Parsed<ImportRow[]> {
      if (!isReqif) return refused('This is no ReqIF.')
      const parents = new Map<string, ImportLink[]>()
      for (const pair of refines) {
        const [parent = '', child = ''] = pair.split('\n')
        if (parent === child || !objects.has(parent) || !objects.has(child)) continue
        const link: ImportLink = { kind: 'refines', side: 'from', code: parent }
        const links = parents.get(child)
        if (links) links.push(link)
        else parents.set(child, [link])
      }
      // a choice is defined once and may be used any number of times
      for (const { enums } of [...objects.values()].flatMap((one) => one.values))
        for (const one of enums) count(names.get(one) ?? one)
      if (trouble !== undefined) return refused(trouble)
      return parsed([...objects.values()].map((one, i) => rowOfObject(one, i + 1, names, parents.get(one.id) ?? [])))
    },
  }
}

function rowOfObject(
  { id, longName, values }: SpecObject,
  row: number,
  names: ReadonlyMap<string, string>,
  links: readonly ImportLink[],
): ImportRow {
  const textByName = new Map<string, string>()
  for (const { definition, text, enums } of values)
    textByName.set(
      names.get(definition) ?? definition,
      enums.length > 0 ? enums.map((one) => names.get(one) ?? one).join(', ') : text,
    )
  const taken = new Set<string>()
  const take = (key: ReqifName): string | undefined => {
    const name = reqifNames[key].find((one) => textByName.has(one) && textByName.get(one) !== '')
    if (name !== undefined) taken.add(name)
    return name === undefined ? undefined : textByName.get(name)
  }
  take('code')
  const text = take('text')
  // a row with a text that is too long is refused later, but a title that is made from the text may be a part of it
  const title = (take('title') ?? longName.trim()) || (text?.split('\n')[0] || id).slice(0, longestTitle)
  const status = statusOf(take('status'))
  const fields: Record<string, unknown> = { ...(text !== undefined && { text }) }
  for (const key of ['type', 'rationale', 'verification', 'owner', 'version'] as const) {
    const cell = take(key)
    const field = requirementKind.fields[key]
    const value = cell === undefined ? undefined : valueOfCell(field, cell)
    // a value that is not one of our choices stays unchanged
    if (value?.ok && field.schema.safeParse(value.value).success) fields[key] = value.value
    else if (cell !== undefined) for (const name of reqifNames[key]) taken.delete(name)
  }
  const foreign = [...textByName].filter(([name, value]) => !taken.has(name) && value !== '')
  return {
    row,
    kind: 'requirement',
    code: id,
    title,
    status,
    fields: { ...fields, foreign: Object.fromEntries([...foreign, [reqifId, id]]) },
    links,
  }
}

const tidy = (text: string) =>
  text
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** The status from a file; a status that only a review can set is ignored. */
function statusOf(text: string | undefined): ArtefactStatus | undefined {
  const word = text?.toUpperCase().replaceAll(/[\s-]+/g, '_')
  return artefactStatuses.find(
    (status) => status === word && requirementKind.statuses.includes(status) && !decidedStatuses.includes(status),
  )
}
