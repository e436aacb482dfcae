import { expect, test } from 'vitest'
import { entryFor } from './type-ahead.ts'

const entries = ['Invite Team Member', 'Reset Password', ' Enable 2FA Code', 'Settings', 'Sign out']

test.for([
  [-1, 's', 3],
  [3, 's', 4],
  [4, 's', 3],
  [3, 'si', 4],
  [4, 'si', 4],
  [-1, 'E', 2],
  [2, 'enable', 2],
  [-1, 'x', undefined],
  [1, 'set', 3],
] as const)('[KEY-4] at %s, "%s" finds %s', ([at, typed, found]) => expect(entryFor(entries, at, typed)).toBe(found))

test('[KEY-4] a menu without entries finds nothing', () => expect(entryFor([], -1, 'a')).toBe(undefined))
