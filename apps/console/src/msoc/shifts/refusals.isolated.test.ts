import type { Role } from '@carapace/shared/modules'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

const me = vi.hoisted((): { role: Role } => ({ role: 'VIEWER' }))
vi.mock('../../core/session/session.ts', () => ({
  session: { subscribe: () => undefined },
  useSession: () => me,
  accessToken: () => undefined,
  sessionOver: () => undefined,
}))
// a tooltip shows its text only under the pointer
vi.mock('../../core/ui/tooltip.tsx', () => ({
  Tooltip: ({ text, children }: { text: string; children: ReactNode }) => [text, children],
}))
const { NotesEditor } = await import('./notes-editor.tsx')
const { WatchPanel } = await import('./watch-list.tsx')

test.for<{ role: Role; refused: boolean }>([
  { role: 'VIEWER', refused: true },
  { role: 'ENGINEER', refused: true },
  { role: 'ANALYST', refused: false },
  { role: 'ADMIN', refused: false },
])('[SHIFT-UI-6] $role is shown no form, and the reason on a button: $refused', ({ role, refused }) => {
  me.role = role
  const notes = { text: '', revision: 0, author: null, changed_at: null }
  const turn = { shift_uuid: '00000000-0000-4000-8000-000000000001', date: '2026-06-01' }
  const editor = createElement(NotesEditor, { turn, notes, isSigned: false, onSaved: () => undefined })
  const html = renderToStaticMarkup(editor)
  expect(/<button[^>]* disabled/.test(html)).toBe(refused)
  expect(html.includes('Your role can look. Administrators and analysts can change this.')).toBe(refused)
  expect(renderToStaticMarkup(createElement(WatchPanel)).includes('aria-label="Pin something"')).toBe(!refused)
})
