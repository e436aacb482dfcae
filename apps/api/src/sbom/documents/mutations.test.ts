import { readFileSync } from 'node:fs'
import { createRandom } from '@carapace/shared/core/random.fixture'
import { expect, test } from 'vitest'
import { convertBom, type WritableBomFormat } from './convert/convert.ts'
import { bomIn, bytesOf, sampleCycloneDx, sampleTagValue } from './documents.fixture.ts'
import { readBom } from './read.ts'
import { readBomSet } from './sets.ts'
import { checkSignature } from './signature.ts'
import { readVex } from './vex/read-vex.ts'
import { writeVex } from './vex/write-vex.ts'

/** Texts between bars: what the notations have a meaning for. */
const pieces = [
  ...'{|}|[|]|"|:|,|\n|\0| |<|>|/>|&lt;|&#0;|]]>|<!--|<text>|</text>|null|true|1e999|-1|""|{}|[]'.split('|'),
  ...'"bom-ref"|"__proto__"|SPDXRef-|NOASSERTION|DocumentRef-x:|\\u0000|\ud800|\uffff|pkg:|urn:cdx:|%'.split('|'),
  ...'<!DOCTYPE a>|- |: |*a|&a '.split('|'),
  '|\n',
]
/** Deletes, repeats, swaps or inserts pieces of a text, one to four times. */
function mutated(text: string, random: (below: number) => number): string {
  let changed = text
  for (let times = 1 + random(2); times > 0; times--) {
    const from = random(changed.length + 1)
    const to = Math.min(changed.length, from + random(12))
    const replaced = [
      '',
      pieces[random(pieces.length)]!,
      changed.slice(from, to).repeat(2),
      changed.slice(to, to + random(12)),
    ][random(4)]!
    changed = changed.slice(0, from) + replaced + changed.slice(to)
  }
  return changed
}

const formats: readonly WritableBomFormat[] = [
  'CycloneDX JSON',
  'CycloneDX XML',
  'SPDX JSON',
  'SPDX tag-value',
  'SPDX 3 JSON-LD',
]
const now = '2026-01-01T00:00:00Z'

function seeds(): readonly string[] {
  const bom = bomIn(sampleCycloneDx())
  const context = { publisher: { name: 'OEM', namespace: 'https://oem.example' }, now }
  return [
    JSON.stringify(sampleCycloneDx()),
    sampleTagValue,
    readFileSync(new URL('signed-rsa-by-xmlsec1.xml', import.meta.url), 'utf8'),
    ...formats.map((format) => convertBom(bom, format, now).text),
    writeVex(bom.vex, 'OpenVEX', context).text,
    writeVex(bom.vex, 'CSAF VEX', context).text,
    'spdxVersion: SPDX-2.3\nSPDXID: SPDXRef-DOCUMENT\nname: x\ncreationInfo:\n  creators: ["Tool: x"]\npackages: []\n',
    '<Document><SPDXID>SPDXRef-DOCUMENT</SPDXID><spdxVersion>SPDX-2.3</spdxVersion><name>x</name></Document>',
  ]
}

test(
  '[BOM-19] 10,000 damaged documents give a document or faults with messages, and never throw',
  { timeout: 240_000 },
  () => {
    const random = createRandom(17)
    const texts = seeds()
    const counts = { read: 0, refused: 0 }
    for (let round = 0; round < 10_000; round++) {
      const text = mutated(texts[random(texts.length)]!, random)
      const bytes = bytesOf(text)
      const reading = readBom(bytes)
      if ('bom' in reading) {
        counts.read++
        if (round % 20 === 0) for (const format of formats) convertBom(reading.bom, format, now)
      } else {
        counts.refused++
        expect(reading.faults.length, text).toBeGreaterThan(0)
        expect(
          reading.faults.every(({ message }) => message !== ''),
          text,
        ).toBe(true)
      }
      if (round % 4 === 0) {
        expect(Object.keys(readVex(bytes))).toHaveLength(1)
        checkSignature(bytes)
        readBomSet([{ name: 'a', bytes }])
      }
    }
    expect(counts.read).toBeGreaterThan(300)
    expect(counts.refused).toBeGreaterThan(2_000)
  },
)
