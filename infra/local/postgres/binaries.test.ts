import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { makeLinks } from './binaries.ts'

test('makes the links between the libraries if no install script did; repeating it does no harm', () => {
  const packaged = mkdtempSync(join(tmpdir(), 'carapace-binaries-'))
  onTestFinished(() => rmSync(packaged, { recursive: true }))
  mkdirSync(join(packaged, 'native', 'lib', 'deep'), { recursive: true })
  writeFileSync(join(packaged, 'native', 'lib', 'libpq.so.5.18'), 'a library')
  const links = ['native/lib/libpq.so.5', 'native/lib/deep/libpq.so'].map((target) => ({
    source: 'native/lib/libpq.so.5.18',
    target,
  }))
  writeFileSync(join(packaged, 'native', 'pg-symlinks.json'), JSON.stringify(links))
  makeLinks(packaged)
  makeLinks(packaged)

  for (const { target } of links) expect(readFileSync(join(packaged, target), 'utf8')).toBe('a library')
})
