import { expect, test } from 'vitest'
import { checkText } from './check-rule.ts'
import { ruleText, textsOf } from './rules.fixture.ts'

const faultsOf = (text: string): string[] =>
  checkText(text).faults.map(({ line, column, message }) => `${line}:${column} ${message}`)

const ssh = (service: string) => `title: SSH
logsource: {product: linux, service: ${service}}
detection:
    selection: {message|contains: Failed}
    condition: selection
`

test('[RULE-3] a rule for the system log of Linux reads the lines of its program', () => {
  expect(faultsOf(ssh('sshd'))).toEqual([])
  expect(checkText(ssh('sshd')).service).toBe('syslog')
  expect(faultsOf(ssh('auditd'))).toEqual(['2:1 The service "auditd" of Linux is not in the vehicles\' system log.'])
})

test.for([
  ['{category: process_creation, product: linux}', 'No vehicle event has the category "process_creation".'],
  ['{product: windows}', 'No vehicle event has the product "windows".'],
] as const)('[RULE-3] %s is a fault at its place', ([source, message]) => {
  expect(faultsOf(ssh('sshd').replace('{product: linux, service: sshd}', source))).toEqual([`2:1 ${message}`])
})

test('[RULE-4] a field that no event of the service has is a fault at its place', () => {
  expect(faultsOf(ruleText('can', 'idd: 5'))).toEqual(['7:9 Events of the service "can" have no field "idd".'])
  expect(faultsOf(ruleText('can', 'signal.M.S|fieldref: speed'))).toEqual([
    '7:9 Events of the service "can" have no field "speed".',
  ])
})

test('[RULE-8] a text is one rule, or a correlation with the rules that it refers to', () => {
  const base = `name: base\n${ruleText('syslog', 'app_name: sshd')}`
  const correlation = `title: C
correlation: {type: event_count, rules: [base], group-by: [vehicle], timespan: 1m, condition: {gte: 2}}
`
  expect(checkText(`${correlation}---\n${base}`)).toMatchObject({ kind: 'correlation', title: 'C', faults: [] })
  expect(faultsOf(correlation)).toEqual(['2:42 There is no rule "base".'])
  expect(checkText(correlation, textsOf(base)).faults).toEqual([])
  expect(faultsOf(`${base}---\n${ruleText('can', 'bus: a')}`)).toEqual([expect.stringContaining('A text has one rule')])
})

const withTests = (tests: string): string => `${ruleText('position', 'speed_kph|gt: 200')}tests:\n${tests}`

test('[RULE-14] unit tests of a text pass or fail by name', () => {
  const { tests } = checkText(
    withTests(`    - name: fast
      events: [{type: position, lat: 48, lon: 11, speed_kph: 201}]
      match: true
    - name: slow
      events: [{service: position, fields: {speed_kph: 10}}]
      match: true`),
  )
  expect(tests).toEqual([
    { name: 'fast', passed: true, message: '', line: 10 },
    { name: 'slow', passed: false, message: 'The rule did not match.', line: 13 },
  ])
})

test('[RULE-15] an event that cannot be read fails its test', () => {
  const { tests } = checkText(withTests('    - events: [{type: position, lat: 480, lon: 11}]\n      match: false'))
  expect(tests).toMatchObject([{ name: 'Test 1', passed: false, message: expect.stringContaining('Event 1: ') }])
})

test('[RULE-16] a base rule is tried on its own, a correlation with the rules that it refers to', () => {
  const base = `name: base\n${ruleText('syslog', 'app_name: sshd')}tests:
    - events: [{type: syslog, app_name: sshd, message: a}]
      match: true
`
  const correlation = `title: C
correlation: {type: event_count, rules: [base], group-by: [vehicle], timespan: 1m, condition: {gte: 2}}
tests:
    - events: [{type: syslog, app_name: sshd, message: a}, {type: syslog, app_name: sshd, message: a}]
      match: true
    - events: [{type: syslog, app_name: sshd, message: a}]
      match: false
`
  const others = textsOf(base, correlation)
  expect(checkText(base, others.slice(1)).tests).toMatchObject([{ passed: true }])
  expect(checkText(correlation, others.slice(0, 1)).tests).toMatchObject([{ passed: true }, { passed: true }])
})

test('[RULE-17] a timespan that ends without enough events is over at the end of a test', () => {
  const base = `name: base\n${ruleText('syslog', 'app_name: sshd')}`
  const few = `title: Few
correlation: {type: event_count, rules: [base], group-by: [vehicle], timespan: 1m, condition: {lt: 2}}
tests:
    - events: [{type: syslog, app_name: sshd, message: a}]
      match: true
`
  expect(checkText(few, textsOf(base)).tests).toMatchObject([{ passed: true }])
})
