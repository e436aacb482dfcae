import { expect, test } from 'vitest'
import { authenticationFailures } from './authentication-failures.ts'
import { facts, syslog, t0, watching } from './detector.fixture.ts'

const failed = (seconds: number, hostname: string | null = 'tcu') => syslog({ ts: t0 + seconds * 1000, hostname })

test('[AUTHENTICATION-1] the fifth failure within a minute is a finding with count 5', () => {
  const { see } = watching(authenticationFailures)
  expect(see(failed(0), failed(15), failed(30), failed(45))).toEqual([])
  expect(see(failed(60))).toMatchObject([
    {
      key: 'authentication-failures:tcu',
      severity: 'high',
      count: 5,
      ts: t0 + 60_000,
      evidence: 'syslog',
      tactics: ['TA0006'],
    },
  ])
})

test('[AUTHENTICATION-1] five failures over more than a minute are taken as typing errors', () => {
  expect(watching(authenticationFailures).see(failed(0), failed(16), failed(32), failed(48), failed(61))).toEqual([])
})

test('[AUTHENTICATION-1] the minute slides: only the latest five count', () => {
  expect(
    watching(authenticationFailures).see(failed(0), failed(50), failed(60), failed(70), failed(80), failed(90)),
  ).toHaveLength(1)
})

test('[AUTHENTICATION-1] after a finding counting starts again', () => {
  const { see } = watching(authenticationFailures)
  expect(see(...Array.from({ length: 14 }, (_, i) => failed(i)))).toHaveLength(2)
  expect(see(failed(14))).toHaveLength(1)
})

test('[AUTHENTICATION-1] lines that arrive out of order count by their times', () => {
  const { see } = watching(authenticationFailures)
  expect(see(failed(3), failed(1), failed(4), failed(0), failed(2))).toHaveLength(1)
  // yesterday's line, delivered late
  expect(see(failed(100), failed(101), failed(102), failed(103), failed(0))).toEqual([])
})

test('[AUTHENTICATION-1] a line without a failure does not count', () => {
  const fine = syslog({ message: 'Accepted publickey for root from 203.0.113.7 port 41000 ssh2' })
  expect(watching(authenticationFailures).see(...Array.from({ length: 20 }, () => fine))).toEqual([])
})

test('[AUTHENTICATION-2] hosts are counted separately, and lines without a host count for the vehicle', () => {
  const { see } = watching(authenticationFailures)
  expect(see(failed(0), failed(1), failed(2), failed(3), failed(4, 'ivi'), failed(5, null))).toEqual([])
  expect(see(failed(6, null), failed(7, null), failed(8, null), failed(9, null))).toMatchObject([
    { key: `authentication-failures:${facts.vin}` },
  ])
})

test('[AUTHENTICATION-2] only the latest 64 hosts are remembered, with at most five times each', () => {
  const { memory, see } = watching(authenticationFailures)
  for (let i = 0; i < 100_000; i++) see(failed(0, `host-${i}`))
  expect(memory.hosts.size).toBe(64)
  expect([...memory.hosts.keys()].at(-1)).toBe('host-99999')
  for (let i = 0; i < 1_000; i++) see(failed(i * 100, 'slow'))
  expect(memory.hosts.get('slow')!.length).toBeLessThanOrEqual(5)
})

test.for([
  { message: 'Failed password for root from 203.0.113.7 port 41000 ssh2', address: '203.0.113.7' },
  { message: 'Failed password for root from 2001:db8::1f port 41000 ssh2', address: '2001:db8::1f' },
  { message: 'Failed password for root from ::ffff:203.0.113.7 port 41000 ssh2', address: '::ffff:203.0.113.7' },
  {
    message: 'pam_unix(sshd:auth): authentication failure; logname= uid=0 tty=ssh ruser= rhost=203.0.113.7',
    address: '203.0.113.7',
  },
  { message: 'Failed password for root from deadbeef port 41000 ssh2', address: undefined },
])('[AUTHENTICATION-3] the address in "$message" is $address', ({ message, address }) => {
  const { see } = watching(authenticationFailures)
  const [finding] = see(...Array.from({ length: 5 }, () => syslog({ message })))
  expect(finding!.observables.find(({ kind }) => kind === 'address')?.value).toBe(address)
})

test('[AUTHENTICATION-4] lines without a key are counted apart, and their alert is marked as unauthenticated', () => {
  const { see } = watching(authenticationFailures)
  const structuredData = { 'carapace@32473': { sender: 'unauthenticated' } }
  const keyless = (seconds: number) => ({ ...failed(seconds), structuredData })
  expect(see(failed(0), failed(1), keyless(2), keyless(3), keyless(4))).toEqual([])
  const [finding] = see(keyless(5), keyless(6))
  expect(finding).toMatchObject({
    key: 'authentication-failures:tcu (unauthenticated)',
    title: 'Repeated authentication failure on tcu (unauthenticated)',
  })
  expect(finding!.explanation).toContainEqual(expect.objectContaining({ field: 'sender' }))
})
