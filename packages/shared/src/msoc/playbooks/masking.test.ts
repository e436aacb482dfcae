import { expect, test } from 'vitest'
import { createMask } from './masking.ts'

const value = 'p@ss "word"/1+ü'
const mask = createMask([
  { name: 'TOKEN', value },
  { name: 'PIN', value: '83746291' },
])

const base64 = (text: string) => Buffer.from(text).toString('base64')

test.for([
  ['as it is', value],
  ['in JSON', JSON.stringify({ a: value })],
  ['in a URL', `https://x/?k=${encodeURIComponent(value)}`],
  ['in a form', String(new URLSearchParams({ k: value }))],
  ['in Base64', base64(value)],
  ['in basic authentication', `Basic ${base64(`user:${value}`)}`],
  ['in Base64 with one more byte before it', base64(`ab${value}cd`)],
  ['in Base64 for URLs', Buffer.from(`x${value}`).toString('base64url')],
  ['in hexadecimal', Buffer.from(value).toString('hex')],
  ['in capital letters', value.toUpperCase()],
] as const)('[PLAYBOOK-18] a secret %s is masked', ([, text]) => {
  expect(mask.text(`before ${text} after`)).toContain('[secret TOKEN]')
  expect(mask.text(`before ${text} after`)).not.toContain(text)
})

test('[PLAYBOOK-18] values are masked with all their texts, names and numbers', () => {
  expect(mask.value({ [value]: [value, 83746291, 5, null, true] })).toEqual({
    '[secret TOKEN]': ['[secret TOKEN]', '[secret PIN]', 5, null, true],
  })
})

test('[PLAYBOOK-18] a secret is masked with other escapes, too', () => {
  const mask = createMask([{ name: 'KEY', value: `ab/cd+ef<'"&gh ` }])
  const echoed = [
    `ab/cd+ef<'"&gh.`,
    "ab%2fcd%2bef%3c'%22%26gh%20.",
    'ab/cd+ef&lt;&#39;&quot;&amp;gh .',
    'ab/cd+ef&lt;&#x27;&quot;&amp;gh .',
  ]
  for (const text of echoed) expect(mask.text(text)).toContain('[secret KEY]')
})
