import { beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
const { draftKey, drafts, dropDraft, hasDrafts, isOvertaken, joinedDraft, keepDraft, rebased } =
  await import('./drafts.ts')

beforeEach(() => drafts.setState({ byKey: new Map() }))

test('[CASE-UI-30] a draft is overtaken when somebody else stored another text, and only then', () => {
  const draft = { base: 'a', text: 'a, and more' }
  expect(isOvertaken(draft, 'a')).toBe(false)
  expect(isOvertaken(draft, 'a, and more')).toBe(false)
  expect(isOvertaken(draft, 'b')).toBe(true)
  expect(isOvertaken(rebased(draft, 'b'), 'b')).toBe(false)
})

test('[CASE-UI-30] both texts are kept when they are joined', () => {
  const { base, text } = joinedDraft({ base: 'a', text: 'mine\n' }, 'theirs\n')
  expect(base).toBe('theirs\n')
  expect(text).toBe('theirs\n\nmine')
  expect(joinedDraft({ base: '', text: 'mine' }, '').text).toBe('mine')
})

test('[CASE-UI-30] unsaved text belongs to its case and field', () => {
  keepDraft(draftKey('c1', 'description'), { base: '', text: 'x' })
  keepDraft(draftKey('c2', 'description'), { base: 'same', text: 'same' })
  const { byKey } = drafts.getState()
  expect([hasDrafts(byKey, 'c1'), hasDrafts(byKey, 'c2'), hasDrafts(byKey, 'c')]).toEqual([true, false, false])
  dropDraft(draftKey('c1', 'description'))
  expect(hasDrafts(drafts.getState().byKey, 'c1')).toBe(false)
})
