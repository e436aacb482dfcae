import { afterEach, expect, test, vi } from 'vitest'

const show = vi.fn()
const created: object[] = []
const create = async (options: object) => {
  created.push(options)
  return { show, dismiss: vi.fn() }
}
vi.mock('@blueprintjs/core', () => ({ OverlayToaster: { create } }))
vi.mock('./blueprint.css', () => ({}))
const { toast } = await import('./toast.ts')

afterEach(() => void show.mockClear())
const shown = async () => {
  await vi.waitFor(() => expect(show).toHaveBeenCalled())
  return show.mock.calls[0]![0] as { readonly timeout: number; readonly message: string }
}

test.for([
  ['blank', 4_000],
  ['error', 4_000],
  ['success', 2_000],
] as const)('[TOAST-1] a toast %s is shown for %d ms', async ([kind, ms]) => {
  toast[kind]('Saved.')
  expect(await shown()).toMatchObject({ message: 'Saved.', timeout: ms })
})

test('[TOAST-1] a toast of something under way stays until it is replaced', async () => {
  toast.loading('Saving.', 'save')
  expect(await shown()).toMatchObject({ timeout: 0 })
})

test('[TOAST-1] at most 20 toasts are shown', () => {
  toast.blank('One more.')
  expect(created).toEqual([expect.objectContaining({ maxToasts: 20 })])
})

test('[TOAST-2] a toast with an action stays for eight seconds', async () => {
  toast.success('Closed.', { action: { text: 'Undo', run: () => undefined } })
  expect(await shown()).toMatchObject({ timeout: 8_000 })
})
