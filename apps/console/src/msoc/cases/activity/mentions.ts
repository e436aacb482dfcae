/** A mention that is being typed: where its `@` is, and the letters after it. */
export interface OpenMention {
  readonly at: number
  readonly words: string
}

const longestName = 40

/**
 * The mention at the caret: an `@` at the start of a word, with at most two words after it (rule CASE-UI-34 of
 * ../SPEC.md). Undefined where none is being typed.
 */
export function mentionAt(text: string, caret: number): OpenMention | undefined {
  const before = text.slice(0, caret)
  const found = /(?:^|[\s(])@([\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]*)?)$/u.exec(before)
  const words = found?.[1]
  return words === undefined || words.length > longestName ? undefined : { at: caret - words.length - 1, words }
}

/** The people whose name or a part of it begins with the letters, in the order of their names. */
export function offeredFor<P extends { readonly name: string }>(people: readonly P[], words: string, most = 6): P[] {
  const start = words.toLowerCase()
  return people
    .filter(({ name }) => beginsWith(name.toLowerCase(), start))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, most)
}

function beginsWith(name: string, start: string): boolean {
  return name.startsWith(start) || name.split(/\s+/).some((part) => part.startsWith(start))
}

/** The text with the open mention completed, and where the caret stands then. */
export function completed(text: string, caret: number, { at }: OpenMention, mention: string) {
  const head = `${text.slice(0, at)}${mention} `
  return { text: head + text.slice(caret).replace(/^ /, ''), caret: head.length }
}

/**
 * The text as it is sent: the name of a colleague after an `@` becomes `@[Name](user:uuid)`, the longest name first, so
 * that Anna Koch is not taken for Anna.
 */
export function withMentions(
  text: string,
  people: readonly { readonly uuid: string; readonly name: string }[],
): string {
  return people
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => b.name.length - a.name.length)
    .reduce(
      (sent, { uuid, name }) =>
        sent.replace(new RegExp(`(^|[\\s(])@${escaped(name)}(?![\\p{L}\\p{N}])`, 'gu'), `$1@[${name}](user:${uuid})`),
      text,
    )
}

/** A name as a pattern that finds exactly it. */
const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
