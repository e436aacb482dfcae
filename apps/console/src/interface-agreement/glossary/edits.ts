import { defaultGlossary, type Term } from '@carapace/shared/interface-agreement/cover'

/** One change of the glossary, by the term as it was when the change was made: others may have moved it meanwhile. */
export type GlossaryEdit =
  | { readonly what: 'add'; readonly term: Term }
  | { readonly what: 'change'; readonly of: string; readonly term: Term }
  | { readonly what: 'remove'; readonly of: string }

/** The glossary after a change, or why the change is not possible (rule AGREEMENT-UI-11). */
export function edited(glossary: readonly Term[], edit: GlossaryEdit): Term[] | string {
  if (edit.what === 'add') return hasTerm(glossary, edit.term.term) ? doubled(edit.term) : [...glossary, edit.term]
  const at = glossary.findIndex(({ term }) => isSameTerm(term, edit.of))
  if (at < 0) return `Somebody has removed or renamed “${edit.of}” meanwhile. Look at the list, and try again.`
  const others = glossary.toSpliced(at, 1)
  if (edit.what === 'remove') return others
  return hasTerm(others, edit.term.term) ? doubled(edit.term) : glossary.toSpliced(at, 1, edit.term)
}

const doubled = ({ term }: Term) => `“${term}” is in the glossary already: change that entry.`
const isSameTerm = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
const hasTerm = (glossary: readonly Term[], term: string) => glossary.some((each) => isSameTerm(each.term, term))

/** The default of a term that was changed; undefined: it has none, or is as its default. */
export function defaultOf(term: Term): Term | undefined {
  const known = defaultGlossary.find((each) => isSameTerm(each.term, term.term))
  return known && (known.meaning !== term.meaning || known.source !== term.source) ? known : undefined
}

/** The terms with all these words, in alphabetical order. */
export function termsWith(glossary: readonly Term[], words: string): readonly Term[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return glossary
    .filter((each) => {
      const text = `${each.term} ${each.meaning} ${each.source}`.toLowerCase()
      return wanted.every((word) => text.includes(word))
    })
    .toSorted((a, b) => a.term.localeCompare(b.term, 'en'))
}
