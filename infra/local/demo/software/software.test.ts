import { expect, test } from 'vitest'
import { readBom } from '@carapace/api/src/sbom/documents/read.ts'
import { delivered } from '../../../../load-tests/fleet/vehicles/inventory.ts'
import { demoBom } from './bom.ts'
import { demoSoftware } from './releases.ts'

const now = new Date('2026-11-20T12:00:00Z')
const documents = demoSoftware.flatMap((software) =>
  software.releases.map((release) => ({ software, release, text: demoBom(software, release, now) })),
)

test.for(documents.map((each) => [`${each.software.name} ${each.release.version}`, each] as const))(
  'the bill of materials of %s is valid and lists its packages and cryptography',
  ([, { release, text }]) => {
    const read = readBom(new TextEncoder().encode(text))
    if (!('bom' in read)) throw new Error(JSON.stringify(read.faults))
    const { components } = read.bom
    const listed = Object.keys(release.packages).length + release.own.length + release.crypto.length
    expect(components.length).toBe(listed + 1)
    expect(components.filter(({ crypto }) => crypto !== undefined).length).toBe(release.crypto.length)
  },
)

test('what the simulated fleet reports are releases of the demo, by model', () => {
  const released = demoSoftware
    .filter(({ reportedAs }) => reportedAs !== '')
    .map(({ ecu, reportedAs, releases, models }) => [ecu, reportedAs, releases.map(({ version }) => version), models])
  const reported = delivered.map(({ ecu, software, versions, models }) => [ecu, software, versions, models])
  expect(new Set(reported.map((each) => JSON.stringify(each)))).toEqual(
    new Set(released.map((each) => JSON.stringify(each))),
  )
})
