import { expect, test } from 'vitest'
import { emptyTail, extended, hostOf, type Line, mostLines, passes } from './tail.ts'

const line = (message: string, severity = 6) => ({ message, severity, app_name: 'sshd', hostname: 'tcu' }) as Line

test('[VEHICLE-UI-10] the newest lines come first, the oldest are removed, and received lines are counted', () => {
  const tail = extended(extended(emptyTail, [line('a'), line('b')]), [line('c')])
  expect(tail.lines.map(({ line: { message } }) => message)).toEqual(['c', 'b', 'a'])
  const full = extended(
    tail,
    Array.from({ length: mostLines }, (_, index) => line(String(index))),
  )
  expect([full.lines.length, full.count]).toEqual([mostLines, mostLines + 3])
})

test('[VEHICLE-UI-11] equal lines are kept as separate lines', () => {
  const tail = extended(emptyTail, [line('a'), line('a')])
  expect(new Set(tail.lines.map(({ key }) => key)).size).toBe(2)
})

test('[VEHICLE-UI-12] a line passes if it is severe enough and contains all the words', () => {
  expect(passes(line('Accepted key', 4), 4, 'SSHD accepted')).toBe(true)
  expect(passes(line('Accepted key', 5), 4, undefined)).toBe(false)
  expect(passes(line('Accepted key', 4), 4, 'accepted refused')).toBe(false)
})

test('[SYSLOG-23] the host of a line without a key is marked as unauthenticated', () => {
  const data = { 'carapace@32473': { sender: 'unauthenticated' } }
  expect(hostOf({ ...line('a'), structured_data: data })).toBe('tcu (unauthenticated)')
  expect(hostOf({ ...line('a'), structured_data: null })).toBe('tcu')
})
