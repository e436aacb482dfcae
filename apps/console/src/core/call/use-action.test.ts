import { Failure } from '@carapace/shared/core/failure'
import { expect, test, vi } from 'vitest'

vi.mock('./query.ts', () => ({ queryClient: {} }))
vi.mock('./call.ts', () => ({ messageOf: String }))
const { attempted } = await import('./use-action.ts')

const refused = (code: 'ROW_CHANGED' | 'BUSY') => () => Promise.reject(new Failure(code))

test('[REQUEST-6] a row that another user changed goes to the conflict handler; other refusals do not', async () => {
  const onConflict = vi.fn(async () => undefined)
  await attempted({ perform: refused('ROW_CHANGED'), onConflict })
  expect(onConflict).toHaveBeenCalledOnce()
  await expect(attempted({ perform: refused('BUSY'), onConflict })).rejects.toMatchObject({ code: 'BUSY' })
  expect(onConflict).toHaveBeenCalledOnce()
})

test('[REQUEST-6] without a handler the conflict is the problem, and so is an error of the handler', async () => {
  await expect(attempted({ perform: refused('ROW_CHANGED'), onConflict: undefined })).rejects.toMatchObject({
    code: 'ROW_CHANGED',
  })
  await expect(attempted({ perform: refused('ROW_CHANGED'), onConflict: refused('BUSY') })).rejects.toMatchObject({
    code: 'BUSY',
  })
})
