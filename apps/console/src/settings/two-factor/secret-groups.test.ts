import { expect, test } from 'vitest'
import { codesFile, inGroups } from './secret-groups.ts'

test.for([
  ['JBSWY3DPEHPK3PXP', 'JBSW Y3DP EHPK 3PXP'],
  ['ABCDEF', 'ABCD EF'],
  ['ABCD', 'ABCD'],
  ['', ''],
] as const)('[SETTINGS-6] %j is typed as %j', ([secret, groups]) => {
  expect(inGroups(secret)).toBe(groups)
})

test('[SETTINGS-6] the file of recovery codes names their owner, and has one code per line', () => {
  expect(codesFile('maya@x.example', ['aaaa-bbbb', 'cccc-dddd'])).toBe(
    'Recovery codes of maya@x.example for Carapace.\nEach replaces the authenticator app ' +
      'once.\n\naaaa-bbbb\ncccc-dddd\n',
  )
})
