import { isMap, isScalar, isSeq, type Node, type Pair, stringify, type YAMLMap } from 'yaml'
import { documentsOf, type FormLine, type FormValue } from './form-model.ts'

/** One change that the form makes. Searches and lines are named by their position. */
export type FormChange =
  | { readonly kind: 'title' | 'level' | 'service' | 'condition'; readonly value: string }
  | { readonly kind: 'line'; readonly search: number; readonly line: number; readonly to: FormLine }
  | { readonly kind: 'add-line'; readonly search: number; readonly to: FormLine }
  | { readonly kind: 'remove-line'; readonly search: number; readonly line: number }

/** A replacement of characters of the text. */
interface Edit {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/**
 * Returns the text with a change of the form. Only the characters of that value or line change, so that comments and
 * the way in which the rest is written stay (rule RULE-UI-16). The text must be one that `readForm` reads.
 */
export function changeForm(text: string, change: FormChange): string {
  const root = documentsOf(text)[0]?.contents
  if (!isMap(root)) throw new Error('The form changes only a text that it has read.')
  const edits = editsOf(text, root, change).toSorted((a, b) => b.from - a.from)
  return edits.reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text)
}

function editsOf(text: string, root: YAMLMap, change: FormChange): Edit[] {
  switch (change.kind) {
    case 'title':
    case 'level':
      return [memberEdit(text, root, change.kind, change.value, change.kind === 'level')]
    case 'service':
      return [memberEdit(text, root.get('logsource') as YAMLMap, 'service', change.value, true)]
    case 'condition':
      return [memberEdit(text, root.get('detection') as YAMLMap, 'condition', change.value, false)]
    case 'line': {
      const pair = (searchAt(root, change.search).value as YAMLMap).items[change.line]!
      return [keyEdit(pair, keyText(change.to)), valueEdit(text, pair, change.to.values)]
    }
    case 'add-line':
      return [addLine(text, searchAt(root, change.search), change.to)]
    case 'remove-line':
      return [lineRemoval(text, (searchAt(root, change.search).value as YAMLMap).items[change.line]!)]
  }
}

/** Sets a member of a map; an absent one is added below the map's first member. */
function memberEdit(text: string, map: YAMLMap, key: string, value: string, isOptional: boolean): Edit {
  const pair = map.items.find((each) => isScalar(each.key) && each.key.value === key)
  if (pair === undefined) return below(text, map.items[0]!, `${key}: ${scalarText(value)}`)
  return value === '' && isOptional ? lineRemoval(text, pair) : valueEdit(text, pair, [value])
}

function searchAt(root: YAMLMap, index: number): Pair {
  const detection = root.get('detection') as YAMLMap
  return detection.items.filter(({ key }) => !isScalar(key) || key.value !== 'condition')[index]!
}

function keyEdit({ key }: Pair, name: string): Edit {
  const [from, to] = rangeOf(key)
  return { from, to, insert: scalarText(name) }
}

function valueEdit(text: string, pair: Pair, values: readonly FormValue[]): Edit {
  const { value } = pair
  if (isSeq(value) && !value.flow) {
    const [from] = rangeOf(value)
    const indent = ' '.repeat(columnOf(text, from))
    return { from, to: endOf(value), insert: values.map((each) => `- ${scalarText(each)}`).join(`\n${indent}`) }
  }
  const [from, to] = isScalar(value) || isSeq(value) ? rangeOf(value) : [0, 0]
  if (to > from) return { from, to, insert: valuesText(values) }
  // a key without a value
  const colon = text.indexOf(':', rangeOf(pair.key)[1]) + 1
  return { from: colon, to: colon, insert: ` ${valuesText(values)}` }
}

function addLine(text: string, { key, value }: Pair, line: FormLine): Edit {
  const written = `${scalarText(keyText(line))}: ${valuesText(line.values)}`
  if (isMap(value) && value.items.length > 0) return below(text, value.items.at(-1)!, written)
  const [from] = rangeOf(key)
  const at = lineEnd(text, from)
  return { from: at, to: at, insert: `\n${' '.repeat(columnOf(text, from) + 2)}${written}` }
}

/** A line below a pair, with its indentation. */
function below(text: string, { key, value }: Pair, line: string): Edit {
  const [start, keyEnd] = rangeOf(key)
  const at = lineEnd(text, Math.max(keyEnd, endOf(value)))
  return { from: at, to: at, insert: `\n${' '.repeat(columnOf(text, start))}${line}` }
}

function lineRemoval(text: string, { key, value }: Pair): Edit {
  const [start, keyEnd] = rangeOf(key)
  const from = start - columnOf(text, start)
  return { from, to: Math.min(lineEnd(text, Math.max(keyEnd, endOf(value))) + 1, text.length), insert: '' }
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

/** The end of the line of an offset, before its line break. */
function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end === -1 ? text.length : end
}

function rangeOf(node: unknown): readonly [number, number] {
  const [from, to] = (node as Node).range!
  return [from, to]
}

/** The end of a node, without the line breaks and comments behind it. */
function endOf(node: unknown): number {
  const last = isSeq(node) && !node.flow ? node.items.at(-1) : undefined
  if (last !== undefined) return endOf(last)
  return isScalar(node) || isSeq(node) ? rangeOf(node)[1] : 0
}

function keyText({ field, modifiers }: FormLine): string {
  return modifiers === '' ? field : `${field}|${modifiers}`
}

function scalarText(value: FormValue): string {
  return stringify(value, { lineWidth: 0 }).trimEnd()
}

function valuesText(values: readonly FormValue[]): string {
  return values.length === 1
    ? scalarText(values[0]!)
    : stringify(values, { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 }).trimEnd()
}
