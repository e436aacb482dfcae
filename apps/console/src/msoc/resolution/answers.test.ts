import type { KeyboardEvent } from 'react'
import { expect, test, vi } from 'vitest'

class TextArea {
  readonly type = 'textarea'
}
class Button {
  readonly type = 'button'
}
vi.stubGlobal('HTMLTextAreaElement', TextArea)
vi.stubGlobal('HTMLButtonElement', Button)
const { answerByKey, resolutionAnswers } = await import('./answers.ts')

/** What a key does in the form: the chosen resolution, and whether the form is submitted. */
function press(key: string, { inText = false, ctrlKey = false } = {}) {
  const done: string[] = []
  const event = { key, ctrlKey, metaKey: false, target: inText ? new TextArea() : {}, preventDefault: () => undefined }
  const choose = (value: string) => void done.push(value)
  answerByKey(event as unknown as KeyboardEvent, resolutionAnswers, choose, () => void done.push('submitted'))
  return done
}

test('[QUEUE-84] in the comment keys type, and Ctrl-Enter closes', () => {
  expect(press('1')).toEqual(['FALSE_POSITIVE'])
  expect(press('Enter')).toEqual(['submitted'])
  expect(press('1', { inText: true })).toEqual([])
  expect(press('Enter', { inText: true })).toEqual([])
  expect(press('Enter', { inText: true, ctrlKey: true })).toEqual(['submitted'])
})
