import { expect, test } from 'vitest'
import { observableTypes, type ObservableType, tlps } from '../observables.ts'
import { readMisp } from './misp.ts'
import { levelOf, tagsOf } from './rows.ts'
import { stixIndicator } from './stix-export.ts'
import { readPattern } from './stix-pattern.ts'
import { readStix } from './stix.ts'
import { readText } from './text.ts'

const values = ({ rows }: ReturnType<typeof readText>) => rows.map(({ type, value }) => `${type} ${value}`)

test('[OBSERVABLE-20] a pasted text has a row for each value, with its line', () => {
  const { rows, faults } = readText('10.0.0.1\n\nand evil.example\n10.0.0.1')
  expect(rows.map(({ line, value }) => [line, value])).toEqual([
    [1, '10.0.0.1'],
    [3, 'evil.example'],
  ])
  expect(faults).toEqual([])
  expect(readText('nothing here').faults).toEqual([{ line: 1, reason: 'There is no observable in it.' }])
})

const misp = (attributes: unknown[], more: object = {}) =>
  JSON.stringify({ Event: { Tag: [{ name: 'tlp:amber' }, { name: 'botnet' }], Attribute: attributes, ...more } })

test('[OBSERVABLE-21] attributes of an event and of its objects are read with tags, levels and comments', () => {
  const read = readMisp(
    misp([{ type: 'ip-dst', value: '203.0.113.9', to_ids: true, comment: 'control server' }], {
      Object: [
        {
          Attribute: [
            {
              type: 'filename|sha1',
              value: 'a.bin|da39a3ee5e6b4b0d3255bfef95601890afd80709',
              Tag: [{ name: 'tlp:red' }],
            },
          ],
        },
      ],
    }),
  )
  expect(read.faults).toEqual([])
  expect(read.rows).toEqual([
    {
      line: 1,
      type: 'address',
      value: '203.0.113.9',
      tlp: 'AMBER',
      tags: ['botnet'],
      note: 'control server',
      isIoc: true,
    },
    { line: 2, type: 'file_name', value: 'a.bin', tlp: 'RED', tags: ['botnet'], note: '' },
    {
      line: 2,
      type: 'hash',
      value: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
      tlp: 'RED',
      tags: ['botnet'],
      note: '',
    },
  ])
})

test('[OBSERVABLE-21] what is no observable is a fault with its place', () => {
  const read = readMisp(misp([{ type: 'yara', value: 'rule x' }, { value: 7 }, null, { type: 'ip-src', value: 'x' }]))
  expect(read.rows).toEqual([])
  expect(read.faults.map(({ line }) => line)).toEqual([1, 2, 3, 4])
  expect(readMisp('{}').faults[0]!.reason).toContain('Event')
})

const bundle = (objects: unknown[]) => JSON.stringify({ type: 'bundle', id: 'bundle--1', objects })

test('[OBSERVABLE-22] indicators, observed data and objects of a bundle are read', () => {
  const read = readStix(
    bundle([
      {
        type: 'indicator',
        pattern:
          "[ipv4-addr:value = '203.0.113.9' OR domain-name:value = 'evil.example'] OR [url:value = 'http://e.example/\\'']",
        labels: ['c2'],
        object_marking_refs: ['marking-definition--5e57c739-391a-4eb3-b6be-7d15ca92d5ed'],
        valid_until: '2030-01-01T00:00:00Z',
      },
      { type: 'observed-data', objects: { 0: { type: 'email-addr', value: 'a@b.example' } } },
      { type: 'file', name: 'x.bin', hashes: { 'SHA-1': 'da39a3ee5e6b4b0d3255bfef95601890afd80709', SSDEEP: '3:a' } },
      { type: 'x-carapace-vin', value: '1M8GDM9AXKP042788' },
      { type: 'malware', name: 'ignored' },
    ]),
  )
  expect(read.faults).toEqual([])
  expect(values(read)).toEqual([
    'address 203.0.113.9',
    'domain evil.example',
    "url http://e.example/'",
    'email a@b.example',
    'file_name x.bin',
    'hash da39a3ee5e6b4b0d3255bfef95601890afd80709',
    'vin 1M8GDM9AXKP042788',
  ])
  expect(read.rows[0]).toMatchObject({ tlp: 'RED', tags: ['c2'], isIoc: true, expiresAt: '2030-01-01T00:00:00.000Z' })
})

test.for([
  "[ipv4-addr:value = '1.1.1.1' AND domain-name:value = 'a.example']",
  "[ipv4-addr:value != '1.1.1.1']",
  "[ipv4-addr:value IN ('1.1.1.1')]",
  '[file:size = 7]',
  "[url:value = 'a'] START t'2020-01-01T00:00:00Z'",
  "['a' = 'a']",
  '[]',
  '',
])('[OBSERVABLE-22] the pattern %s is refused with a reason', (pattern) => {
  const read = readPattern(pattern)
  expect(read.ok).toBe(false)
  expect(readStix(bundle([{ type: 'indicator', pattern }])).faults).toHaveLength(1)
})

test.for([readMisp, readStix])('[OBSERVABLE-23] a hostile document is refused or read without harm', (read) => {
  for (const text of [
    '['.repeat(200_000),
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    '{"__proto__": {"polluted": true}, "Event": {"__proto__": [], "Attribute": {"length": 1e9}}}',
    '{"type": "bundle", "objects": [{"type": "__proto__", "value": "x"}, {"type": "constructor", "name": "y"}]}',
    'null',
    '"Event"',
    '[[]]',
    '{"type": "bundle", "objects": [{"type": "indicator", "pattern": {"toString": 1}}]}',
    '{"response": [{"Event": {"Attribute": [{"type": "constructor", "value": "x"}]}}]}',
  ]) {
    const { rows } = read(text)
    expect(rows).toEqual([])
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test('[OBSERVABLE-23] a pattern with many quotes and brackets is read in linear time', () => {
  expect(readPattern(`[url:value = '${"\\'".repeat(1_500)}']`).ok).toBe(true)
  expect(readPattern('['.repeat(100_000)).ok).toBe(false)
  expect(readPattern(`[${'a'.repeat(100_000)}`).ok).toBe(false)
  expect(readPattern(`${'('.repeat(500_000)}${' '.repeat(500_000)}`).ok).toBe(false)
})

const tagNames = Array.from({ length: 100_000 }, (_, i) => `tag-${i}`)

test('[OBSERVABLE-23] the tags and levels of an event are read once, not for each of its attributes', () => {
  const attributes = Array.from({ length: 20_000 }, (_, i) => ({ type: 'hostname', value: `host-${i}` }))
  const Tag = [{ name: 'tlp:amber' }, ...tagNames.map((name) => ({ name }))]
  const { rows, faults } = readMisp(misp(attributes, { Tag }))
  expect(faults).toEqual([])
  expect(rows).toHaveLength(20_000)
  expect(rows.at(-1)).toMatchObject({ tlp: 'AMBER', tags: tagNames.slice(0, 30) })
  const long = readMisp(misp(attributes, { Tag: [{ name: `tlp:${'x'.repeat(4_000_000)}` }] }))
  expect(long.rows).toEqual([])
})

test('[OBSERVABLE-23] labels, notes and expiry of a STIX object are read once, not for each of its values', () => {
  const objects = Array.from({ length: 20_000 }, (_, i) => ({ type: 'domain-name', value: `host-${i}.example` }))
  const common = { labels: tagNames, description: 'x'.repeat(4_000_000) }
  const { rows } = readStix(bundle([{ type: 'observed-data', objects: { ...objects }, ...common }]))
  expect(rows).toHaveLength(20_000)
  expect(rows.at(-1)).toMatchObject({ tags: tagNames.slice(0, 30), note: 'x'.repeat(4_000) })
  const pattern = `[${objects
    .slice(0, 1_000)
    .map(({ value }) => `domain-name:value = '${value}'`)
    .join(' OR ')}]`
  const labels = Array.from({ length: 10 }, () => tagNames).flat()
  expect(readStix(bundle([{ type: 'indicator', pattern, labels }])).rows).toHaveLength(1_000)
  const until = { valid_until: ' '.repeat(4_000_000) }
  expect(readStix(bundle([{ type: 'observed-data', objects: { ...objects }, ...until }])).rows).toEqual([])
})

test('[OBSERVABLE-20] notes and tags are cut to well-formed text', () => {
  expect(tagsOf([`${'x'.repeat(59)}😀`])).toEqual([`${'x'.repeat(59)}\ufffd`])
})

test('[OBSERVABLE-24] what an export writes, the import reads back', () => {
  const samples: Partial<Record<ObservableType, string>> = {
    vin: '1M8GDM9AXKP042788',
    arbitration_id: '0x7E0',
    uds_service: '0x27',
    hostname: 'gateway',
    address: '2001:db8::1',
    ids_event: '0x8003',
    domain: 'evil.example',
    url: "https://evil.example/a'b",
    hash: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    email: 'a@b.example',
    phone: '+491701234567',
    iccid: '89014103211118510720',
    imei: '490154203237518',
    dtc: 'U0100-87',
  }
  for (const [i, type] of observableTypes.entries()) {
    const value = samples[type] ?? `Some ${type} \\ 'x'`.replaceAll(type === 'file_name' ? '\\' : '\0', '')
    const tlp = tlps[i % tlps.length]!
    const dates = { firstSeen: new Date(1e12), expiresAt: new Date(1.9e12) }
    const indicator = stixIndicator({ uuid: 'x', type, value, tlp, tags: ['one'], note: 'why', ...dates })
    const { rows, faults } = readStix(bundle([indicator]))
    expect(faults).toEqual([])
    expect(rows).toEqual([
      { line: 1, type, value, tlp, tags: ['one'], note: 'why', isIoc: true, expiresAt: dates.expiresAt.toISOString() },
    ])
  }
})

test('[OBSERVABLE-20] levels and tags are written in one way', () => {
  expect(levelOf(tlps, 'TLP:AMBER+STRICT')).toBe('AMBER_STRICT')
  expect(levelOf(tlps, 'white')).toBe('CLEAR')
  expect(levelOf(tlps, 'purple')).toBeNull()
  expect(tagsOf([' C2 ', 'c2', 'tlp:red', ''])).toEqual(['c2'])
})
