import { expect, test } from 'vitest'

import { slowedFor, subjectOf } from './throttle.ts'

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

test('[SIGNIN-3] of IPv6 the site is counted, too', () => {
  expect(subjectOf.site('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe('site:2001:db8:1::/48')
  expect(subjectOf.site('203.0.113.7')).toBe('site:203.0.113.7')
})

test.for([
  { failures: 24, after: 0, ms: 0 },
  { failures: 25, after: 0, ms: 30_000 },
  { failures: 25, after: 30_000, ms: 0 },
  { failures: 26, after: 30_000, ms: 30_000 },
])('[SIGNIN-3] after $failures failures in $after ms one more is compared in $ms ms', ({ failures, after, ms }) => {
  expect(slowedFor({ failures, since: new Date(0) }, after)).toBe(ms)
})
