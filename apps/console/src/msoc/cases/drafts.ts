import { useCallback } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { session } from '../../core/session/session.ts'

/** Text that a person is writing, with the stored text from which they started. */
export interface Draft {
  readonly base: string
  readonly text: string
}

/**
 * The unsaved texts of this tab, by the case and the field. They outlive the components that show them: another tab of
 * the page, another case and back, and a conflict keep what was typed (rule CASE-UI-30 of ./SPEC.md).
 */
export const drafts = createStore<{ readonly byKey: ReadonlyMap<string, Draft> }>(() => ({ byKey: new Map() }))

session.subscribe(({ user }, before) => {
  if (user?.uuid !== before.user?.uuid) drafts.setState({ byKey: new Map() })
})

export const draftKey = (caseUuid: string, field: string) => `${caseUuid} ${field}`

export function keepDraft(key: string, draft: Draft): void {
  drafts.setState(({ byKey }) => ({ byKey: new Map(byKey).set(key, draft) }))
}

export function dropDraft(key: string): void {
  drafts.setState(({ byKey }) => {
    const rest = new Map(byKey)
    rest.delete(key)
    return { byKey: rest }
  })
}

/** Whether somebody else stored another text since the draft was begun. */
export function isOvertaken({ base, text }: Draft, stored: string): boolean {
  return stored !== base && stored !== text
}

/** The draft after its writer has seen the newer stored text and goes on with their own. */
export function rebased(draft: Draft, stored: string): Draft {
  return { ...draft, base: stored }
}

/** Both texts, one below the other: the stored text first. */
export function joinedDraft(draft: Draft, stored: string): Draft {
  return { base: stored, text: `${stored.trimEnd()}\n\n${draft.text.trimStart()}`.trim() }
}

/** Whether any text of a case is unsaved. */
export function hasDrafts(byKey: ReadonlyMap<string, Draft>, caseUuid: string): boolean {
  return [...byKey].some(([key, { base, text }]) => key.startsWith(`${caseUuid} `) && base !== text)
}

/** One draft, with what starts, changes and ends it. */
export function useDraft(caseUuid: string, field: string) {
  const key = draftKey(caseUuid, field)
  const draft = useStore(drafts, ({ byKey }) => byKey.get(key))
  return {
    draft,
    set: useCallback((next: Draft) => keepDraft(key, next), [key]),
    drop: useCallback(() => dropDraft(key), [key]),
  }
}

export const useHasDrafts = (caseUuid: string): boolean => useStore(drafts, ({ byKey }) => hasDrafts(byKey, caseUuid))
