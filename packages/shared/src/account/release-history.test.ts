import { readFileSync } from 'node:fs'
import { version } from '../core/version.ts'
import { expect, test } from 'vitest'
import { releases } from './release-history.ts'

test('[SETTINGS-9] the history starts with the current version, the latest first', () => {
  const versions = releases.map((release) => release.version)
  expect(versions[0]).toBe(version)
  expect(versions).toEqual([...versions].sort((a, b) => b.localeCompare(a, 'en', { numeric: true })))
  expect(releases.every(({ changes }) => changes.length > 0)).toBe(true)
})

test('[SETTINGS-9] CHANGELOG.md lists the same versions with the same changes, after the unreleased section', () => {
  const changelog = readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8').replaceAll('\n  ', ' ')
  const sections = releases.map(
    ({ version: number, title, changes }) =>
      `## ${number}: ${title}\n\n${changes.map((change) => `- ${change}\n`).join('')}`,
  )

  expect(changelog.slice(changelog.indexOf(`## ${version}:`))).toBe(sections.join('\n'))
})
