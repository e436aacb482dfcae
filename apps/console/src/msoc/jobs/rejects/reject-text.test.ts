import { expect, test } from 'vitest'
import { sentText, shownText } from './reject-text.ts'

const event = '{"type":"position","vehicle":"V1","lat":99}'

test('[REJECT-UI-1] JSON is shown on several lines, and sent as one line', () => {
  expect(shownText(event).split('\n')).toHaveLength(5)
  expect(sentText(shownText(event).replace('99', '48'), event)).toEqual({
    is: 'mended',
    event: '{"type": "position","vehicle": "V1","lat": 48}',
  })
})

test.for([
  '{"n":12345678901234567890}',
  '{"a":1,"a":2}',
  '<34>1 2026-01-01T00:00:00Z host app - - - hello',
  '{"broken',
])('[REJECT-UI-1] %s is shown unchanged: formatting would not be reversible', (text) => {
  expect(shownText(text)).toBe(text)
})

test('[REJECT-UI-2] an unchanged event is not sent as edited text', () => {
  expect(sentText(shownText(event), event)).toEqual({ is: 'unchanged' })
})

test('[REJECT-UI-2] a line of another protocol is sent as typed, and a long number keeps its digits', () => {
  expect(sentText('<34>1 mended', '<34> wrong')).toEqual({ is: 'mended', event: '<34>1 mended' })
  expect(sentText('{"n":12345678901234567891}', '{"n":12345678901234567890}')).toEqual({
    is: 'mended',
    event: '{"n":12345678901234567891}',
  })
})

test('[REJECT-UI-3] invalid JSON is not sent, and neither is empty text', () => {
  expect(sentText('{"type":', event)).toMatchObject({ is: 'wrong', why: expect.stringMatching(/^This is not JSON/) })
  expect(sentText(' ', event)).toMatchObject({ is: 'wrong' })
})
