import { expect, test } from 'vitest'
import { firstBroken, sealed, type SealedVersion } from './seals.ts'
import { agreementTemplate } from './template.ts'

const signatures = [
  { side: 'customer', name: 'Maya Rao', role: 'Lead', proof: 'password', at: '2026-11-28T10:00:00Z' },
  { side: 'supplier', name: 'Tomas Weiss', role: 'Lead', proof: 'second-factor', at: '2026-11-28T11:00:00Z' },
] as const

async function three(): Promise<SealedVersion[]> {
  const versions: SealedVersion[] = []
  for (const scope of ['VCU', 'VCU and inverter', 'VCU, inverter and charger'])
    versions.push(await sealed(versions, { scope, rows: agreementTemplate }, signatures))
  return versions
}

test('[AGREEMENT-11] signed versions that nobody touched are whole, whatever the order of their fields', async () => {
  const versions = await three()
  expect(versions.map(({ number, hash }) => [number, /^[0-9a-f]{64}$/.test(hash)])).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ])
  expect(await firstBroken(versions)).toBeUndefined()
  expect(await firstBroken(JSON.parse(JSON.stringify(versions)))).toBeUndefined()
  const turned = versions.map(({ content, ...version }) => ({
    ...version,
    content: Object.fromEntries(Object.entries(content as object).toReversed()),
  }))
  expect(await firstBroken(turned)).toBeUndefined()
})

test.for([
  ['a changed value', 2, (all) => all.with(1, { ...all[1]!, content: { scope: 'VCU', rows: [] } })],
  ['another name of a signature', 1, (all) => all.with(0, { ...all[0]!, signatures: [signatures[0]] })],
  ['another time of a signature', 3, (all) => all.with(2, { ...all[2]!, signatures: signatures.toReversed() })],
  ['a missing version', 2, (all) => [all[0]!, all[2]!]],
  ['a version in another place', 1, (all) => [all[1]!, all[0]!, all[2]!]],
  ['a replaced hash', 2, (all) => all.with(1, { ...all[1]!, hash: all[0]!.hash })],
  // whoever seals a changed version again breaks the next one
  ['a version sealed again', 3, async (all) => all.with(1, await sealed([all[0]!], { scope: 'X' }, signatures))],
] as const satisfies readonly (readonly [
  string,
  number,
  (all: readonly SealedVersion[]) => readonly SealedVersion[] | Promise<readonly SealedVersion[]>,
])[])('[AGREEMENT-11] %s is found in version %i', async ([, number, tampered]) => {
  expect(await firstBroken(await tampered(await three()))).toBe(number)
})

test('[AGREEMENT-11] what is stored beside a version, such as when it was written, is not under its hash', async () => {
  const version = await sealed([], { title: 'One' }, [])
  expect(await firstBroken([{ ...version, seq: 7 } as typeof version])).toBeUndefined()
})
