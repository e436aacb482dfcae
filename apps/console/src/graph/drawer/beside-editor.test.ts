import { expect, test } from 'vitest'
import { besideEditor } from './beside-editor.ts'

const open = { programId: '7a52a2a4-2d52-4f3b-8d0f-3b1d3a1f6a10', open: 'AT-001' }

test('[GRAPH-UI-19] closing the drawer beside an editor keeps the editor open; its first tab is named, too', () => {
  expect(besideEditor({ ...open, part: 'review' }, { open: undefined, part: undefined })).toEqual({
    ...open,
    part: undefined,
  })
  expect(besideEditor({ ...open, part: 'review' }, { part: undefined })).toEqual({ ...open, part: 'trace' })
  expect(besideEditor(open, { part: 'comments' })).toEqual({ ...open, part: 'comments' })
  expect(besideEditor({ ...open, part: 'review' }, { open: 'AT-002' })).toEqual({
    ...open,
    open: 'AT-002',
    part: 'review',
  })
})
