import { filterArguments } from '@carapace/shared/msoc/playbooks/expressions'
import { type FieldsShape, isFields, isList, type Shape } from '@carapace/shared/msoc/playbooks/shapes'

/** A value that an expression can read. */
export interface KnownPath {
  readonly path: string
  /** Its type in words: "text", "list". */
  readonly type: string
}

/** Depth and number of listed paths: deeper values are typed by hand. */
const mostParts = 5
const mostPaths = 600

/** All paths of a shape; of lists their length and the fields of the first item (rule PLAYBOOK-UI-15). */
export function pathsOf(shape: FieldsShape): readonly KnownPath[] {
  const found: KnownPath[] = []
  const walk = (now: Shape, path: readonly string[]) => {
    if (found.length >= mostPaths) return
    if (path.length > 0) found.push({ path: path.join('.'), type: typeOf(now) })
    if (path.length >= mostParts) return
    if (isFields(now)) for (const [name, inner] of Object.entries(now.fields)) walk(inner, [...path, name])
    if (!isList(now)) return
    found.push({ path: [...path, 'length'].join('.'), type: 'number' })
    if (isFields(now.list)) walkItem(now.list, [...path, '0'])
  }
  const walkItem = ({ fields }: FieldsShape, path: readonly string[]) => {
    for (const [name, inner] of Object.entries(fields)) walk(inner, [...path, name])
  }
  walk(shape, [])
  return found
}

function typeOf(shape: Shape): string {
  if (isList(shape)) return 'list'
  if (isFields(shape)) return 'fields'
  return shape === 'any' ? 'any value' : shape === 'boolean' ? 'yes or no' : shape
}

/** The filters of expressions, offered behind a bar. */
export const knownFilters: readonly KnownPath[] = Object.keys(filterArguments).map((name) => ({
  path: name,
  type: 'filter',
}))

/** Where a path or a filter is being typed: from its first letter to the cursor. */
export interface Typed {
  readonly from: number
  readonly to: number
  readonly words: string
  readonly isFilter: boolean
}

const pathBefore = /[\w.]*$/

/**
 * The path that is being typed before the cursor; undefined where there is none: a template has paths only between
 * braces.
 */
export function typedAt(text: string, cursor: number, isTemplate: boolean): Typed | undefined {
  const left = text.slice(0, cursor)
  if (isTemplate && left.lastIndexOf('{{') <= left.lastIndexOf('}}')) return undefined
  const words = pathBefore.exec(left)![0]
  const from = cursor - words.length
  return { from, to: cursor, words, isFilter: /\|\s*$/.test(text.slice(0, from)) }
}

const mostShown = 40

/** The paths that continue what is typed: first those that begin with it, then those that contain it. */
export function matching(paths: readonly KnownPath[], words: string): readonly KnownPath[] {
  const wanted = words.toLowerCase()
  const begins = paths.filter(({ path }) => path.toLowerCase().startsWith(wanted))
  const contains = paths.filter(
    ({ path }) => !path.toLowerCase().startsWith(wanted) && path.toLowerCase().includes(wanted),
  )
  return [...begins, ...contains].slice(0, mostShown)
}

/** The text with a chosen path in the place of what was typed, and the cursor behind it. */
export function completed(
  text: string,
  { from, to }: Typed,
  path: string,
  isTemplate: boolean,
): { readonly text: string; readonly cursor: number } {
  const rest = text.slice(to).replace(/^[\w.]*/, '')
  const isClosed = /^[^{]*?\}\}/.test(rest)
  const lead = isTemplate && text.slice(0, from).endsWith('{{') ? ' ' : ''
  const inserted = `${lead}${path}${isTemplate && !isClosed ? ' }}' : ''}`
  return { text: text.slice(0, from) + inserted + rest, cursor: from + inserted.length }
}
