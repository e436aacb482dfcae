import { expect, test } from 'vitest'
import { mistakeIn } from './expression-mistake.ts'

test('[PLAYBOOK-UI-15] a mistake is shown at its character', () => {
  expect(mistakeIn('Alert {{ alert.title', true)).toMatchObject({ before: 'Alert ', at: '{{' })
  expect(mistakeIn('{{ alert.title ! }}', true)).toMatchObject({ before: '{{ alert.title ', at: '!' })
  expect(mistakeIn('alert.', false)).toMatchObject({ before: 'alert.', at: '▯' })
})

test('[PLAYBOOK-UI-15] a long text is shortened before the mistake', () => {
  expect(mistakeIn(`${'a'.repeat(60)} {{ 1 }}`, true)!.before).toBe(`…${'a'.repeat(14)} {{ `)
})

test('[PLAYBOOK-UI-15] valid expressions, texts without any, and nothing have no mistake', () => {
  for (const text of ['{{ alert.title | upper }}', 'plain', '']) expect(mistakeIn(text, true)).toBeUndefined()
  expect(mistakeIn('alert.first.bus', false)).toBeUndefined()
})
