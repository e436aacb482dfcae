import { expect, test } from 'vitest'

import { subjectOf } from './throttle.ts'

test.for([
  { ip: '203.0.113.7', subject: 'address:203.0.113.7' },
  { ip: '::ffff:203.0.113.7', subject: 'address:203.0.113.7' },
  { ip: '2001:db8:1:2:aaaa:bbbb:cccc:dddd', subject: 'address:2001:db8:1:2::/64' },
  { ip: '2001:0db8:0001:0002::9', subject: 'address:2001:db8:1:2::/64' },
  { ip: '2001:db8::9', subject: 'address:2001:db8:0:0::/64' },
  { ip: '::1', subject: 'address:0:0:0:0::/64' },
])('[SIGNIN-3] $ip is counted as $subject', ({ ip, subject }) => {
  expect(subjectOf.address(ip)).toBe(subject)
})

test('[SIGNIN-3] an email is counted but not stored', () => {
  expect(subjectOf.account('ada@lovelace.example')).toMatch(/^account:[0-9a-f]{64}$/)
})
