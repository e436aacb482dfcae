import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findK6 } from './find-k6.ts'
import { readOptions, scripts } from './options.ts'

const where = { cwd: '/here', root: '/product', now: new Date('2026-11-21T14:05:06Z') }

test('there are the six scripts', () => {
  expect(scripts).toEqual(['alert-wall', 'can-flood', 'mixed-day', 'sign-in-storm', 'syslog-burst', 'telemetry-ramp'])
})

test("our options are recognised in any place, and k6's options keep their order", () => {
  expect(
    readOptions(['--data', 'there', 'can-flood', '-e', 'VICTIMS=2', '--report=out', '--quiet'], where),
  ).toMatchObject({
    name: 'can-flood',
    dataDir: '/here/there',
    reportDir: '/here/out',
    k6Options: ['-e', 'VICTIMS=2', '--quiet'],
  })
})

test("without options it uses this folder's installation, and the report goes into its data folder", () => {
  expect(readOptions(['alert-wall'], where)).toMatchObject({
    dataDir: '/product/.carapace',
    reportDir: '/product/.carapace/load-tests/alert-wall-2026-11-21T14-05-06',
    k6Options: [],
  })
})

test.for([
  [[], 'Name a script: alert-wall'],
  [['nonsense'], 'There is no script nonsense: alert-wall'],
  [['can-flood', '--data'], '--data: name a folder.'],
  [['can-flood', '--report='], '--report: name a folder.'],
] as const)('%j is refused', ([args, sentence]) => {
  expect(readOptions(args, where)).toContain(sentence)
})

test('the k6 is the configured one, or the first executable one on the PATH', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carapace-k6-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'k6'), '#!/bin/sh\n', { mode: 0o755 })
  expect(findK6({ PATH: `/nowhere::${folder}` })).toBe(join(folder, 'k6'))
  expect(findK6({ PATH: '/nowhere', K6: join(folder, 'k6') })).toBe(join(folder, 'k6'))
  expect(findK6({ PATH: folder, K6: '/nowhere/k6' })).toBeUndefined()
  expect(findK6({ PATH: '/nowhere' })).toBeUndefined()
})
